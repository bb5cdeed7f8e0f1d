import { inspect } from "node:util";
import { APIError } from "openai";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { waitBeforeRetryMs } from "../../../api/models/azure-client.ts";
import type { RequestLimits } from "../../../api/models/deployment.ts";
import { createChat, createSpeech } from "../../../api/models/models.ts";
import { isNoticeError, type NoticeError } from "../../../schema/errors/notice-error.ts";
import { readConfig } from "../../../schema/settings/settings.ts";
import { freePort } from "../../../scripts/bench/harness.ts";
import { oneSecondOfTone } from "../../../scripts/diagnostics/models.ts";
import {
  json,
  modelSettings,
  type Recorded,
  type Reply,
  sentinel,
  startRecorder,
  wellBehaved,
} from "../../support/network/recorder.ts";
import { withCertificate } from "../../support/network/servers.ts";

/** Enough time for any reply, also on a busy machine. */
const once: RequestLimits = { timeoutMs: 20_000, retries: 0 };
/** For models that never reply. */
const quick: RequestLimits = { ...once, timeoutMs: 400 };
const hello = [{ role: "user", content: "Say hello in JSON." }] as const;

/** The clients of the deployments at a URL, with a small request for each. */
function clients(url: string, limits = once, settings = {}) {
  const config = readConfig({ ...modelSettings(url), ...settings });
  const chat = createChat(config, limits);
  const speech = createSpeech(config, limits);
  if (!chat || !speech) throw new Error("The models are off.");
  return {
    complete: (signal?: AbortSignal) => chat.complete(hello, signal),
    transcribe: (recording = oneSecondOfTone()) => speech.transcribe(recording),
  };
}

async function modelWith(reply: Reply, limits = once) {
  const { url, recorded } = await startRecorder(reply);
  return { url, recorded, ...clients(url, limits) };
}

/** The error of a request, after a check that it does not contain the key. */
async function errorOf(asking: Promise<unknown>): Promise<NoticeError> {
  const error = await asking.catch((thrown: unknown) => thrown);
  if (!isNoticeError(error, "MODEL_FAILED")) throw error;
  const write = vi.fn();
  pino({ level: "trace" }, { write }).error(error, "failed");
  expect(String(write.mock.calls)).toContain("model");
  expect(inspect(error, { depth: 20, showHidden: true }) + write.mock.calls).not.toContain(sentinel);
  return error;
}

/** Refuses each request, and repeats the key in the body. */
function refusing(status: number, error: object = {}, headers = {}): Reply {
  return (r) => json(r, status, { error: { message: sentinel, type: sentinel, ...error } }, headers);
}

function raw(text: string): Reply {
  return (r) => void r.writeHead(200, { "Content-Type": "application/json" }).end(text);
}

const choice = (finish_reason: string, content: string | null): Reply =>
  raw(JSON.stringify({ choices: [{ finish_reason, message: { content } }] }));

/** A body without end. Each part has its own turn of the loop, so that the client can close. */
function endless(status: number): Reply {
  return (r) => {
    const more = () => void (r.destroyed || r.write(" ".repeat(65536), () => setImmediate(more)));
    r.writeHead(status, { "Content-Type": "application/json" });
    more();
  };
}

const zipped: Reply = (r) => void r.writeHead(200, { "Content-Encoding": "gzip" }).end(sentinel);
const hangingUp: Reply = (r) => void r.socket?.destroy();
const silent: Reply = () => {};

describe("The error of a model", () => {
  it.each<[string, string, Reply, RequestLimits?]>([
    ["status 401", "refuses the request (status 401):", refusing(401)],
    ["status 500", "refuses the request (status 500):", refusing(500)],
    ["a limit of requests", "(status 429, try again in 7 s)", refusing(429, {}, { "Retry-After": "7" })],
    ["the key as the time to wait", "(status 429):", refusing(429, {}, { "Retry-After": sentinel })],
    ["a content filter", "(status 400, content_filter)", refusing(400, { code: "content_filter" })],
    ["too much text", "context_length_exceeded)", refusing(422, { code: "context_length_exceeded" })],
    ["an unknown reason", "(status 400):", refusing(400, { code: "invalid_prompt" })],
    ["a refusal without end", "(status 400):", endless(400)],
    ["a page as JSON", "sent a response that cannot be used (it is not JSON)", raw(`<p>${sentinel}</p>`)],
    ["another shape", "(it has no complete reply)", raw(`{"choices": [{"text": "${sentinel}"}]}`)],
    ["too little room", "(it was cut off: length)", choice("length", sentinel)],
    ["a filter at the end", "(it was cut off: content_filter)", choice("content_filter", sentinel)],
    ["no content", "cannot be used (it has no complete reply)", choice("stop", null)],
    ["a response without end", "cannot be used (TOO_LARGE)", endless(200)],
    ["broken compression", "cannot be used (Z_DATA_ERROR)", zipped],
    ["no HTTP", "cannot be used (H", (r) => void r.socket?.end(`220 ${sentinel} ESMTP\r\n`)],
    ["a closed connection", "cannot be reached (UND_ERR_SOCKET)", hangingUp],
    ["no answer", "cannot be reached (no answer within 0.4 s)", silent, quick],
  ])("says for %s: %s", async (_name, sentence, reply, limits = once) => {
    const { complete, recorded } = await modelWith(reply, limits);
    const { message, status, exitCode } = await errorOf(complete());
    expect(message).toContain(sentence);
    expect([status, exitCode, recorded.length]).toEqual([502, 1, 1]);
  });

  it.each<[string, Reply, RegExp]>([
    ["a refusal", refusing(401), /^The speech .*401\): correct AZURE_OPENAI_SPEECH_B.*_KEY/],
    ["a closed connection", hangingUp, / \(UND_ERR_SOCKET\): .*SPEECH_BASE_PATH, /],
    ["a reply without text", raw("[]"), / \(it has no text\): .*SPEECH_BASE_PATH is .* 2024-02-15-p.*\.$/],
  ])("names the settings of the speech model for %s", async (_name, reply, sentence) => {
    const { transcribe } = await modelWith(reply);
    expect((await errorOf(transcribe())).message).toMatch(sentence);
  });

  it("has the cause if a host does not respond, and names a proxy that is not used", async () => {
    const at = async (url: string, limits = once) => (await errorOf(clients(url, limits).complete())).message;
    expect(await at(`http://127.0.0.1:${await freePort()}`)).toMatch(/reached \(ECONNREFUSED\).* later\.$/);
    // Too long for a host name, so that no name server is asked.
    expect(await at(`https://${"x".repeat(64)}.invalid`)).toMatch(/cannot be reached \(E\w+\)/);
    const { url } = await startRecorder(silent);
    expect(await at(url, { ...quick, hasProxy: true })).toMatch(/HTTPS_PROXY is set, but .* set that too\.$/);
    expect(await at(url.replace("http:", "https:"))).toContain("cannot be reached (ERR_SSL_");
  });

  it("is given before anything is sent if a variable of the SDK or a certificate is wrong", async () => {
    const secure = await startRecorder(wellBehaved, withCertificate);
    const { message } = await errorOf(clients(secure.url).complete());
    expect(message).toContain("cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT)");
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", `no name: ${sentinel}`);
    const { complete, recorded } = await modelWith(wellBehaved);
    expect((await errorOf(complete())).message).toContain("(OPENAI_CUSTOM_HEADERS is not valid)");
    expect([recorded, secure.recorded]).toEqual([[], []]);
  });

  it("says that a redirect is a refusal, and the key goes to no other host", async () => {
    const other = await startRecorder(wellBehaved);
    for (const status of [301, 307]) {
      const { complete } = await modelWith(refusing(status, {}, { Location: `${other.url}/x` }));
      const { message } = await errorOf(complete());
      expect(message).toContain(`refuses the request (status ${status})`);
    }
    expect(other.recorded).toEqual([]);
  });
});

describe("A recording", () => {
  const file = (content: string, name: string) =>
    new File([new Uint8Array(Buffer.from(content, "latin1"))], name);

  it.each([
    ["flac", "fLaC\0\0\0\x22"],
    ["mp3", "ID3\x04\0\0"],
    ["mp3", "\xff\xfb\x90\0"],
    ["mp4", "\0\0\0\x20ftypisom\0\0"],
    ["mp4", "\0\0\0\x14ftyp3gp4\0\0"],
    ["m4a", "\0\0\0\x20ftypM4A \0\0"],
    ["mpeg", "\0\0\x01\xba\x44"],
    ["ogg", "OggS\0\x02"],
    ["wav", "RIFF\0\0\0\0WAVEfmt "],
    ["webm", "\x1aE\xdf\xa3\x01"],
  ])("is sent as %s by its content, without its own name", async (type, start) => {
    const { transcribe, recorded } = await modelWith(wellBehaved);
    await transcribe(file(start, "Bob Smith.txt"));
    const body = recorded[0]?.body.toString("latin1");
    expect(body).toContain(`filename="recording.${type}"`);
    expect(body).not.toContain("Bob");
  });

  it.each([
    ["text with an audio name", "Hello", "of no known type: save it as flac, m4a, mp3, mp4, mpeg, "],
    ["a photo", "\0\0\0\x20ftypheic\0\0", "of no known type"],
    ["AAC without a container", "\xff\xf1\x50\x80", "of no known type"],
    ["a picture in RIFF", "RIFF\0\0\0\0WEBPVP8 ", "of no known type"],
    ["nothing", "", "empty"],
    ["too much", "x".repeat(25_000_001), "larger than 25 MB"],
  ])("is refused before it is sent if it is %s", async (_name, content, reason) => {
    const { transcribe, recorded } = await modelWith(wellBehaved);
    await expect(transcribe(file(content, "call.mp3"))).rejects.toMatchObject({
      code: "RECORDING_INVALID",
      message: expect.stringContaining(`The recording is ${reason}`),
    });
    expect(recorded).toEqual([]);
  });
});

/** The headers that every HTTP request has. */
const transport = /^(accept-encoding|accept-language|connection|content-length|host|sec-fetch-mode)$/;

describe("A model's deployment", () => {
  /** The path and body of the only request, whose method, query and headers are as they must be. */
  const only = ([request, ...more]: Recorded[], type: unknown) => {
    const own = Object.entries(request?.headers ?? {}).filter(([name]) => !transport.test(name));
    expect([more, request?.method, request?.query]).toEqual([[], "POST", "api-version=2024-02-15-preview"]);
    const ours = { accept: "application/json", "api-key": sentinel, "user-agent": "Backsoon" };
    expect(Object.fromEntries(own)).toEqual({ ...ours, "content-type": type });
    return request as Recorded;
  };

  it("gets one request from the chat client", async () => {
    const { complete, recorded } = await modelWith(wellBehaved);
    expect(await complete()).toBe('{"a":1}');
    const { path, body } = only(recorded, "application/json");
    expect(path).toBe("/openai/deployments/gpt/chat/completions");
    const asked = { messages: hello, response_format: { type: "json_object" } };
    expect(JSON.parse(body.toString())).toEqual(asked);
  });

  it("gets one request from the speech client, with one second of sound", async () => {
    const { transcribe, recorded } = await modelWith(wellBehaved);
    expect(await transcribe()).toBe("one two");
    const type = expect.stringMatching(/^multipart\/form-data; boundary=./);
    const { path, headers, body } = only(recorded, type);
    expect(path).toBe("/openai/deployments/whisper/audio/transcriptions");
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    expect([...form.keys(), form.get("response_format")]).toEqual(["file", "response_format", "json"]);
    const file = form.get("file") as File;
    const wav = Buffer.from(await file.arrayBuffer());
    expect([file.name, wav.toString("latin1", 8, 16)]).toEqual(["recording.wav", "WAVEfmt "]);
    // The duration: bytes of sound by bytes in a second.
    expect(wav.readUInt32LE(40) / wav.readUInt32LE(28)).toBe(1);
  });

  it("is asked at the configured base path with the configured api-version", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    const path = { AZURE_OPENAI_CHAT_BASE_PATH: `${url}/gateway`, AZURE_OPENAI_API_VERSION: "2024-10-21" };
    await clients(url, once, path).complete();
    const query = "api-version=2024-10-21";
    expect(recorded).toMatchObject([{ path: "/gateway/chat/completions", query }]);
  });

  it("gets nothing from variables that only the SDK reads", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ["API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID", "API_VERSION", "WEBHOOK_SECRET"])
      for (const prefix of ["OPENAI", "AZURE_OPENAI"]) vi.stubEnv(`${prefix}_${name}`, "foreign");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/foreign");
    vi.stubEnv("AZURE_OPENAI_ENDPOINT", "http://127.0.0.1:9/foreign");
    vi.stubEnv("OPENAI_LOG", "debug");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "Authorization: foreign\nCookie: foreign\napi-key: foreign");
    const { complete, transcribe, recorded } = await modelWith(wellBehaved);
    await complete();
    await transcribe();
    expect(recorded.length).toBe(2);
    for (const { body, ...rest } of recorded)
      expect(JSON.stringify(rest) + body.toString("latin1")).not.toMatch(/foreign|"authorization"/);
  });

  it("gets nothing before the first use or without settings", async () => {
    const { recorded } = await modelWith(wellBehaved);
    const none = [createSpeech(readConfig({})), createChat(readConfig({}))];
    expect([...none, recorded]).toEqual([undefined, undefined, []]);
  });
});

describe("A model", () => {
  const retried = { ...once, retries: 1 } as const;
  const inTime = { "Retry-After": "0" };
  const failing = refusing(500, {}, inTime);
  /** Fails at first, then replies. */
  const secondly =
    (reply: Reply): Reply =>
    (...exchange) =>
      (exchange[2] < 2 ? failing : reply)(...exchange);

  it.each<[string, number, Reply, Partial<RequestLimits>?]>([
    ["again after 429", 2, refusing(429, {}, inTime)],
    ["again after a closed connection", 2, hangingUp],
    ["only once if it refuses the text", 1, refusing(400, { code: "content_filter" })],
    ["only once if it is too slow", 1, silent, { timeoutMs: 400 }],
  ])("is asked %s, and each request is counted", async (_name, requests, reply, more) => {
    const reserve = vi.fn();
    const { complete, recorded } = await modelWith(reply, { ...retried, reserve, ...more });
    await errorOf(complete());
    expect([recorded.length, reserve.mock.calls.length]).toEqual([requests, requests]);
  });

  it("is asked again with the same recording", async () => {
    const { transcribe, recorded } = await modelWith(secondly(wellBehaved), retried);
    expect(await transcribe()).toBe("one two");
    expect(recorded.map(({ body }) => body.length > 32_000)).toEqual([true, true]);
  });

  it("is asked again after the time that it names, unless that is long", () => {
    const waitMs = (asked: object) =>
      waitBeforeRetryMs(new APIError(429, undefined, undefined, new Headers({ ...asked })));
    const waits = ["0", "7", "11"].map((asked) => waitMs({ "retry-after": asked }));
    expect([...waits, waitMs({})]).toEqual([0, 7000, undefined, 500]);
  });

  it("is asked again only within the time for the whole call", async () => {
    const { complete, recorded } = await modelWith(secondly(silent), { ...retried, timeoutMs: 1000 });
    const { message } = await errorOf(complete());
    expect([message, recorded.length]).toEqual([expect.stringContaining("no answer within 1 s"), 2]);
  });

  it("is not asked, not even again, if the request may not be counted", async () => {
    const none = new Error("No more today.");
    const { url, recorded } = await startRecorder(failing);
    const { transcribe } = clients(url, { ...once, reserve: () => Promise.reject(none) });
    await expect(transcribe()).rejects.toBe(none);
    expect(recorded).toEqual([]);
    const reserve = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValue(none);
    await expect(clients(url, { ...retried, reserve }).complete()).rejects.toBe(none);
    expect(recorded.length).toBe(1);
  });

  it("is not asked again once the call is cancelled, and the call ends with the reason", async () => {
    const [controller, reason] = [new AbortController(), new Error("given up")];
    const { url, recorded } = await startRecorder((...exchange) => {
      refusing(429, {}, { "Retry-After": "9" })(...exchange);
      setTimeout(() => controller.abort(reason), 50);
    });
    await expect(clients(url, retried).complete(controller.signal)).rejects.toBe(reason);
    expect(recorded.length).toBe(1);
  });
});
