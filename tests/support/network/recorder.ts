import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type CreateServer, listenHere, withoutTls } from "./servers.ts";

/** A request as it arrived. */
export interface Recorded {
  method: string | undefined;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A model on this machine that keeps what it is sent, and answers as it is told. */
export interface Recorder {
  url: string;
  recorded: Recorded[];
}

export type Reply = (response: ServerResponse, request: Recorded, number: number) => void;

/**
 * Starts a recorder, over TLS when a server for that is given; it is stopped when the test ends, or with what `onFinished`
 * adds to.
 */
export async function startRecorder(
  reply: Reply,
  createServer: CreateServer = withoutTls,
  onFinished?: (work: () => void) => void,
): Promise<Recorder> {
  const recorded: Recorded[] = [];
  const created = await createServer(async (request, response) => {
    const { method, url = "", headers } = request;
    const [path = "", query = ""] = url.split("?");
    const fields = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const entry = { method, path, query, headers: fields, body: await buffer(request) };
    recorded.push(entry);
    reply(response, entry, recorded.length);
  });
  return { url: await listenHere(created, 0, onFinished), recorded };
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Sends a chat model's reply that has this content: a text as it is, anything else as JSON. */
export function say(response: ServerResponse, said: unknown): void {
  const content = typeof said === "string" ? said : JSON.stringify(said);
  json(response, 200, {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "gpt-4o",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
    usage: { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 },
  });
}

/** Answers as the two deployments do. */
export const wellBehaved: Reply = (response, { path }) =>
  path.endsWith("/audio/transcriptions")
    ? json(response, 200, { task: "transcribe", language: "english", duration: 1, text: "one two" })
    : say(response, { a: 1 });

export const sentinel = "sentinel-key-Zq81";

/** The settings of both models at that address. */
export function modelSettings(url: string, key = sentinel): Record<string, string> {
  return {
    AZURE_OPENAI_SPEECH_BASE_PATH: `${url}/openai/deployments/whisper`,
    AZURE_OPENAI_SPEECH_KEY: key,
    AZURE_OPENAI_CHAT_BASE_PATH: `${url}/openai/deployments/gpt/`,
    AZURE_OPENAI_CHAT_KEY: key,
  };
}
