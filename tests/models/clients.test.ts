import { inspect } from "node:util";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createChat } from "../../api/models/chat.ts";
import { createSpeech } from "../../api/models/speech.ts";
import { isNoticeError, type NoticeError } from "../../schema/errors/notice-error.ts";
import { readConfig } from "../../schema/settings/settings.ts";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { oneSecondOfTone } from "../../scripts/diagnostics/wav.ts";
import {
  json,
  type Recorded,
  type Reply,
  sentinel,
  serviceSettings,
  startRecorder,
  wellBehaved,
} from "../support/network/recorder.ts";
import { withCertificate } from "../support/network/tls.ts";
import { withVariables } from "../support/variables.ts";

/** Longer than any answer takes, also on a busy machine. */
const once = { timeoutMs: 20_000, retries: 0 };
/** For those that never answer. */
const quick = { ...once, timeoutMs: 400 };
const hello = [{ role: "user", content: "Hello" }] as const;

function clients(url: string, limits = once) {
  const config = readConfig(serviceSettings(url));
  const chat = createChat(config, limits);
  const speech = createSpeech(config, limits);
  if (!chat || !speech) throw new Error("The services are off.");
  return {
    complete: () => chat.complete([...hello], { maxTokens: 1 }),
    transcribe: () => speech.transcribe(oneSecondOfTone()),
  };
}

/** The error that asking ends with, once it was seen that the key is nowhere in it. */
async function errorOf(asking: Promise<unknown>): Promise<NoticeError> {
  const error = await asking.then(
    () => new Error("There was no error."),
    (thrown: unknown) => thrown,
  );
  if (!isNoticeError(error, "SERVICE_FAILED")) throw error;
  const lines: string[] = [];
  pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }).error(error, "failed");
  const told = [inspect(error, { depth: 20, showHidden: true }), ...lines].join("\n");
  expect(told).toContain("service");
  expect(told).not.toContain(sentinel);
  return error;
}

/** The headers that everything on HTTP has, apart from what is asked for. */
const transport = [
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "host",
  "sec-fetch-mode",
];
const ownHeaders = ({ headers }: Recorded) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !transport.includes(name)));

describe("what arrives at a deployment", () => {
  it("is one request of the chat client", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    expect(await clients(url).complete()).toBe("Hi");
    const [request, ...more] = recorded as [Recorded, ...Recorded[]];
    expect(more).toEqual([]);
    expect([request.method, request.path, request.query]).toEqual([
      "POST",
      "/openai/deployments/gpt/chat/completions",
      "api-version=2024-02-15-preview",
    ]);
    expect(ownHeaders(request)).toEqual({
      accept: "application/json",
      "api-key": sentinel,
      "content-type": "application/json",
      "user-agent": "Backsoon",
    });
    expect(JSON.parse(request.body.toString())).toEqual({ messages: hello, max_tokens: 1 });
  });

  it("is one request of the speech client, with a second of sound", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    expect(await clients(url).transcribe()).toBe("one two");
    const [request, ...more] = recorded as [Recorded, ...Recorded[]];
    expect(more).toEqual([]);
    expect([request.method, request.path, request.query]).toEqual([
      "POST",
      "/openai/deployments/whisper/audio/transcriptions",
      "api-version=2024-02-15-preview",
    ]);
    const { "content-type": type = "", ...headers } = ownHeaders(request);
    expect(headers).toEqual({ accept: "application/json", "api-key": sentinel, "user-agent": "Backsoon" });
    expect(type).toMatch(/^multipart\/form-data; boundary=./);
    const form = await new Response(new Uint8Array(request.body), {
      headers: { "Content-Type": type },
    }).formData();
    expect([...form.keys()]).toEqual(["file"]);
    const file = form.get("file") as File;
    expect([file.name, file.type]).toEqual(["tone.wav", "audio/wav"]);
    const wav = Buffer.from(await file.arrayBuffer());
    expect([wav.toString("latin1", 0, 4), wav.toString("latin1", 8, 16)]).toEqual(["RIFF", "WAVEfmt "]);
    const [format, channels, bits] = [wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt16LE(34)];
    expect([format, channels, wav.readUInt32LE(24), bits]).toEqual([1, 1, 16_000, 16]);
    // Its duration: the bytes of sound over the bytes in a second.
    expect(wav.readUInt32LE(40) / wav.readUInt32LE(28)).toBe(1);
    expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, wav.length - 44]);
  });

  it("is asked for at a base path without deployments, too, as it was given", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    const settings = { AZURE_OPENAI_CHAT_BASE_PATH: `${url}/gateway`, AZURE_OPENAI_CHAT_KEY: sentinel };
    await createChat(readConfig(settings), once)?.complete([...hello], { maxTokens: 1 });
    expect(recorded.map(({ path }) => path)).toEqual(["/gateway/chat/completions"]);
  });

  it("holds nothing of the variables that the SDK reads by itself", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    withVariables({
      OPENAI_API_KEY: "foreign-1",
      OPENAI_ADMIN_KEY: "foreign-2",
      OPENAI_ORG_ID: "foreign-3",
      OPENAI_PROJECT_ID: "foreign-4",
      OPENAI_BASE_URL: "http://127.0.0.1:9/foreign-5",
      OPENAI_API_VERSION: "foreign-6",
      OPENAI_WEBHOOK_SECRET: "foreign-7",
      OPENAI_CUSTOM_HEADERS:
        "Authorization: foreign-8\nCookie: foreign-9\napi-key: foreign-10\nContent-Type: a/b",
      AZURE_OPENAI_API_KEY: "foreign-11",
      AZURE_OPENAI_ENDPOINT: "http://127.0.0.1:9/foreign-12",
      OPENAI_LOG: "debug",
    });
    const { complete, transcribe } = clients(url);
    await complete();
    await transcribe();
    expect(recorded.length).toBe(2);
    expect(
      JSON.stringify(recorded.map(({ body, ...rest }) => [rest, body.toString("latin1")])),
    ).not.toContain("foreign");
    for (const { headers } of recorded) expect(headers).not.toHaveProperty("authorization");
  });

  it("is nothing before the first use, and nothing when the settings are not there", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    clients(url);
    expect([createSpeech(readConfig({})), createChat(readConfig({})), recorded]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});

const echo = { error: { code: "x", message: `Access denied for ${sentinel}` } };
const raw =
  (text: string, type = "application/json"): Reply =>
  (response) =>
    void response.writeHead(200, { "Content-Type": type }).end(text);

describe("a service that fails is named with the way out, and the key is nowhere:", () => {
  it.each<[string, Reply, string, typeof once?]>([
    [
      "400",
      (r) => json(r, 400, echo),
      "The chat service rejects the request (status 400): make sure that AZURE_OPENAI_CHAT_BASE_PATH is a deployment of a chat model that supports api-version 2024-02-15-preview.",
    ],
    [
      "401",
      (r) => json(r, 401, echo),
      "The chat service rejects the key (status 401): correct AZURE_OPENAI_CHAT_KEY.",
    ],
    [
      "403",
      (r) => json(r, 403, echo),
      "The chat service denies access (status 403): make sure that AZURE_OPENAI_CHAT_KEY belongs",
    ],
    [
      "404",
      (r) => json(r, 404, echo),
      "The chat service does not know this deployment (status 404): correct AZURE_OPENAI_CHAT_BASE_PATH, which ends with a deployment's name.",
    ],
    [
      "429",
      (r) => json(r, 429, echo, { "Retry-After": "7" }),
      "The chat service has received too many requests (status 429): try again in 7 s, or raise the deployment's quota.",
    ],
    ["429 without a time", (r) => json(r, 429, echo), "(status 429): try again later, or raise"],
    [
      "429 with the key as time",
      (r) => json(r, 429, echo, { "Retry-After": sentinel }),
      "(status 429): try again later, or raise",
    ],
    [
      "500",
      (r) => json(r, 500, echo),
      "The chat service has an internal error (status 500): try again later, or contact its provider.",
    ],
    [
      "503 with a page",
      (r) => void r.writeHead(503, { "Content-Type": "text/html" }).end(sentinel),
      "(status 503)",
    ],
    [
      "a page",
      raw(`<p>${sentinel}</p>`, "text/html"),
      "The chat service sent a response that its protocol does not allow: make sure that AZURE_OPENAI_CHAT_BASE_PATH is a deployment",
    ],
    ["a page as JSON", raw(`<p>${sentinel}</p>`), "sent a response that its protocol does not allow"],
    [
      "JSON that ends too early",
      raw(`{"choices": [{"message": {"content": "${sentinel}`),
      "sent a response that its protocol does not allow",
    ],
    ["nothing", raw(""), "sent a response that its protocol does not allow"],
    ["no content", (r) => void r.writeHead(204).end(), "sent a response that its protocol does not allow"],
    ["null", raw("null"), "sent a response that its protocol does not allow"],
    [
      "another shape",
      raw(`{"choices": [{"text": "${sentinel}"}]}`),
      "sent a response that its protocol does not allow",
    ],
    ["no choice", raw('{"choices": []}'), "sent a response that its protocol does not allow"],
    [
      "what is not compressed as it says",
      (r) => void r.writeHead(200, { "Content-Encoding": "gzip" }).end(sentinel),
      "does not speak valid HTTP (Z_DATA_ERROR)",
    ],
    [
      "what is no HTTP",
      (r) => void r.socket?.end(`220 ${sentinel} ESMTP\r\n`),
      "does not speak valid HTTP (HPE_",
    ],
    [
      "hangs up",
      (r) => void r.socket?.destroy(),
      "The chat service closed the connection before its response was complete (UND_ERR_SOCKET): try again later.",
    ],
    [
      "hangs up half way",
      (r) => {
        r.writeHead(200, { "Content-Type": "application/json", "Content-Length": 1000 }).write(
          '{"choices": [',
        );
        setTimeout(() => r.socket?.destroy(), 50);
      },
      "closed the connection before its response was complete",
    ],
    [
      "says nothing",
      () => {},
      "The chat service did not answer within 0.4 s: try again later, or check what is blocking the connection.",
      quick,
    ],
    [
      "stops half way",
      (r) => void r.writeHead(200, { "Content-Type": "application/json" }).write('{"choices": ['),
      "did not answer within 0.4 s",
      quick,
    ],
    [
      "answers without end",
      (r) => {
        r.writeHead(200, { "Content-Type": "application/json" });
        const more = () => void (r.destroyed || r.write(" ".repeat(65536), more));
        more();
      },
      "The chat service sent a response of more than 1048576 bytes: make sure that",
    ],
  ])("%s", async (_name, reply, sentence, limits = once) => {
    const { url, recorded } = await startRecorder(reply);
    const { message, status, exitCode } = await errorOf(clients(url, limits).complete());
    expect(message).toContain(sentence);
    expect([status, exitCode, recorded.length]).toEqual([502, 1, 1]);
  });

  it("one that nobody listens for", async () => {
    const { message } = await errorOf(clients(`http://127.0.0.1:${await freePort()}`).transcribe());
    expect(message).toBe(
      "The speech service refuses the connection (ECONNREFUSED): correct AZURE_OPENAI_SPEECH_BASE_PATH, or try again later.",
    );
  });

  it("a port that HTTP is never on", async () => {
    const { message } = await errorOf(clients("http://127.0.0.1:9").complete());
    expect(message).toBe(
      "The chat service cannot be reached (no code): correct AZURE_OPENAI_CHAT_BASE_PATH, or check what is blocking the connection.",
    );
  });

  it("a variable of its SDK's that stops it", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    withVariables({ OPENAI_CUSTOM_HEADERS: `no name: ${sentinel}` });
    const { message } = await errorOf(clients(url).complete());
    expect(message).toBe(
      "The chat service cannot be called, because its client cannot be created: unset OPENAI_CUSTOM_HEADERS, which its SDK also reads.",
    );
    expect(recorded).toEqual([]);
  });

  it("a host name that nobody has", async () => {
    // Too long for a label, so that no name server is asked.
    const { message } = await errorOf(clients(`https://${"x".repeat(64)}.invalid`).transcribe());
    expect(message).toMatch(
      /^The speech service has a host name that cannot be resolved \(E\w+\): correct AZURE_OPENAI_SPEECH_BASE_PATH/,
    );
  });

  it("a certificate that nobody trusts, and no key is sent", async () => {
    const { url, recorded } = await startRecorder(wellBehaved, withCertificate);
    const { message } = await errorOf(clients(url).complete());
    expect(message).toBe(
      "The chat service cannot prove its identity over TLS (DEPTH_ZERO_SELF_SIGNED_CERT): correct AZURE_OPENAI_CHAT_BASE_PATH, or add its authority's certificate with NODE_EXTRA_CA_CERTS.",
    );
    expect(recorded).toEqual([]);
  });

  it("TLS to a port without it", async () => {
    const { url } = await startRecorder(wellBehaved);
    const { message } = await errorOf(clients(url.replace("http:", "https:")).complete());
    expect(message).toContain("cannot prove its identity over TLS (ERR_SSL_");
  });

  it.each([301, 302, 303, 307, 308])("a redirect %i, and the key goes nowhere else", async (status) => {
    const other = await startRecorder(wellBehaved);
    const { url } = await startRecorder(
      (r) => void r.writeHead(status, { Location: `${other.url}/x` }).end(),
    );
    const { message } = await errorOf(clients(url).complete());
    expect(message).toBe(
      `The chat service redirects to another address, to which the key is not sent (status ${status}): set AZURE_OPENAI_CHAT_BASE_PATH to its new address.`,
    );
    expect(other.recorded).toEqual([]);
  });
});

describe("a service is asked again", () => {
  const patient = { ...once, retries: 2 };

  it("at most twice", async () => {
    const { url, recorded } = await startRecorder((r) => json(r, 500, echo, { "Retry-After": "0" }));
    await errorOf(clients(url, patient).complete());
    expect(recorded.length).toBe(3);
  });

  it("and its answer is taken then", async () => {
    const { url, recorded } = await startRecorder((response, request, number) =>
      number < 3 ? json(response, 429, echo, { "Retry-After": "0" }) : wellBehaved(response, request, number),
    );
    expect(await clients(url, patient).transcribe()).toBe("one two");
    expect(recorded.map(({ body }) => body.length > 32_000)).toEqual([true, true, true]);
  });

  it("not at all when it wants us to wait for long", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    for (const wait of ["3600", date]) {
      const { url, recorded } = await startRecorder((r) => json(r, 429, echo, { "Retry-After": wait }));
      const { message } = await errorOf(clients(url, patient).complete());
      expect(message).toMatch(/try again in 3(?:600|59\d) s,/);
      expect(recorded.length).toBe(1);
    }
  });

  it("not when the request itself is wrong", async () => {
    const { url, recorded } = await startRecorder((r) => json(r, 401, echo));
    await errorOf(clients(url, patient).complete());
    expect(recorded.length).toBe(1);
  });
});
