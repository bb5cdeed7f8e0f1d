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

export type Reply = (response: ServerResponse, request: Recorded, number: number) => void;

/** Starts a model on this machine that keeps its requests, and is stopped when the test ends, or with `onFinished`. */
export async function startRecorder(
  reply: Reply,
  createServer: CreateServer = withoutTls,
  onFinished?: (work: () => void) => void,
): Promise<{ url: string; recorded: Recorded[] }> {
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
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
  });
}

/** What a chat model was asked. */
interface Question {
  system: string;
  /** The object in the message of the user. */
  given: Record<string, string>;
  /** The tag of the language that is asked for: `de`. */
  to: string;
}

/** What is asked in a request. */
export function questionIn({ body }: Recorded): Question {
  const { messages } = JSON.parse(body.toString()) as { messages: { content: string }[] };
  const [system = "", given = "{}"] = messages.map(({ content }) => content);
  const [, to = ""] = /(?:into|Write in) [^()]*\(([\w-]+)\)/.exec(system) ?? [];
  return { system, given: JSON.parse(given), to };
}

/** Replies as a chat model does, with this content, and as a speech model does, with this transcript. */
export function chatModel(
  content: (question: Question, number: number) => unknown,
  transcript = "moving db, back at 21:00",
): Reply {
  return (response, request, number) =>
    request.path.endsWith("/audio/transcriptions")
      ? json(response, 200, { task: "transcribe", language: "english", duration: 3.5, text: transcript })
      : say(response, content(questionIn(request), number));
}

/** A chat model that translates by writing a few words in the language before each text. */
export const translating = ({ given, to }: Question): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, text]) => [name, `${beginnings[to] ?? to} ${text}`]));
const beginnings: Record<string, string> = { de: "Auf Deutsch:", fr: "En français :", it: "In italiano:" };

/** Both models with replies that nobody reads. */
export const wellBehaved: Reply = (response, { path }) =>
  path.endsWith("/audio/transcriptions") ? json(response, 200, { text: "one two" }) : say(response, { a: 1 });

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
