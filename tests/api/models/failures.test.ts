import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { json, type Reply, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { withCertificate } from "../../support/network/servers.ts";
import { clients, echo, errorOf, once, quick } from "./clients.ts";

const raw =
  (text: string, type = "application/json"): Reply =>
  (response) =>
    void response.writeHead(200, { "Content-Type": type }).end(text);

const notAllowed = "sent a response that its protocol does not allow";

describe("a model that fails is named with the way out, and the key is nowhere:", () => {
  it.each<[string, Reply, string, typeof once?]>([
    ...(
      [
        [
          400,
          "rejects the request (status 400): make sure that AZURE_OPENAI_CHAT_BASE_PATH is a deployment of a chat model that supports JSON mode and api-version 2024-02-15-preview (AZURE_OPENAI_API_VERSION).",
        ],
        [401, "rejects the key (status 401): correct AZURE_OPENAI_CHAT_KEY."],
        [403, "denies access (status 403): make sure that AZURE_OPENAI_CHAT_KEY belongs"],
        [
          404,
          "is not deployed there (status 404): correct AZURE_OPENAI_CHAT_BASE_PATH, which ends with a deployment's name, or AZURE_OPENAI_API_VERSION.",
        ],
        [
          429,
          "has received too many requests (status 429): try again in 7 s, or raise the deployment's quota.",
        ],
        [500, "has an internal error (status 500): try again later, or contact its provider."],
      ] as const
    ).map(([status, sentence]): [string, Reply, string] => [
      String(status),
      (r) => json(r, status, echo, { "Retry-After": "7" }),
      `The chat model ${sentence}`,
    ]),
    [
      "429 with the key as time",
      (r) => json(r, 429, echo, { "Retry-After": sentinel }),
      "(status 429): try again later, or raise",
    ],
    [
      "503 with a page",
      (r) => void r.writeHead(503, { "Content-Type": "text/html" }).end(sentinel),
      "(status 503)",
    ],
    [
      "a page as JSON",
      raw(`<p>${sentinel}</p>`),
      `${notAllowed}: make sure that AZURE_OPENAI_CHAT_BASE_PATH is a deployment`,
    ],
    ["another shape", raw(`{"choices": [{"text": "${sentinel}"}]}`), notAllowed],
    ...(
      [
        ["length", "reached its limit before its reply was complete: shorten the words, or set AZURE"],
        ["content_filter", "cut its reply off, because its content filter objects: say it in other words"],
        ["tool_calls", notAllowed],
      ] as const
    ).map(([finish_reason, sentence]): [string, Reply, string] => [
      `a reply that ended with ${finish_reason}`,
      (r) => json(r, 200, { choices: [{ finish_reason, message: { content: sentinel } }] }),
      `The chat model ${sentence}`,
    ]),
    ...[null, ""].map((content): [string, Reply, string] => [
      `a complete reply of ${content}`,
      (r) => json(r, 200, { choices: [{ finish_reason: "stop", message: { content } }] }),
      notAllowed,
    ]),
    ...(
      [
        [
          { code: "content_filter" },
          "refuses the words, because its content filter objects (status 400): say",
        ],
        [
          { code: "context_length_exceeded", param: "messages" },
          "refuses the words, because it cannot take so much at once (status 400): shorten the words, or",
        ],
        [
          { code: "unsupported_value", param: "temperature" },
          "does not support what it is asked for (status 400): make sure that AZURE_OPENAI_CHAT_BASE_PATH is",
        ],
        [{ code: "invalid_prompt" }, "rejects the request (status 400)"],
      ] as const
    ).map(([error, sentence]): [string, Reply, string] => [
      `a refusal with ${JSON.stringify(error)}`,
      (r) => json(r, 400, { error: { message: sentinel, type: sentinel, innererror: sentinel, ...error } }),
      `The chat model ${sentence}`,
    ]),
    [
      "a refusal whose code comes after 4 KiB",
      (r) => json(r, 400, { error: { message: sentinel.repeat(250), code: "content_filter" } }),
      "rejects the request (status 400)",
    ],
    [
      "a refusal without end",
      (r) => {
        r.writeHead(400, { "Content-Type": "application/json" });
        const more = () => void (r.destroyed || r.write(" ".repeat(65536), () => setImmediate(more)));
        more();
      },
      "rejects the request (status 400)",
    ],
    [
      "429 whose body never ends",
      (r) => void r.writeHead(429, { "Retry-After": "3600" }).write(sentinel),
      "(status 429): try again in 3600 s",
    ],
    [
      "what is not compressed as it says",
      (r) => void r.writeHead(200, { "Content-Encoding": "gzip" }).end(sentinel),
      "does not speak valid HTTP (Z_DATA_ERROR)",
    ],
    [
      "what is no HTTP",
      (r) => void r.socket?.end(`220 ${sentinel} ESMTP\r\n`),
      "does not speak valid HTTP (H",
    ],
    [
      "hangs up",
      (r) => void r.socket?.destroy(),
      "The chat model closed the connection before its response was complete (UND_ERR_SOCKET): try again later.",
    ],
    [
      "says nothing",
      () => {},
      "The chat model did not answer within 0.4 s: try again later, or check what is blocking the connection.",
      quick,
    ],
    [
      "answers without end",
      (r) => {
        r.writeHead(200, { "Content-Type": "application/json" });
        // In a turn of its own: some Nodes call back at once, for ever, before the client's end of it arrives.
        const more = () => void (r.destroyed || r.write(" ".repeat(65536), () => setImmediate(more)));
        more();
      },
      "The chat model sent a response of more than 1048576 bytes: make sure that",
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
      "The speech model refuses the connection (ECONNREFUSED): correct AZURE_OPENAI_SPEECH_BASE_PATH, or try again later.",
    );
  });

  it("a variable of its SDK's that stops it", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", `no name: ${sentinel}`);
    const { message } = await errorOf(clients(url).complete());
    expect(message).toBe(
      "The chat model cannot be called, because its client cannot be created: unset OPENAI_CUSTOM_HEADERS, which its SDK also reads.",
    );
    expect(recorded).toEqual([]);
  });

  it("a host name that nobody has", async () => {
    // Too long for a label, so that no name server is asked.
    const { message } = await errorOf(clients(`https://${"x".repeat(64)}.invalid`).transcribe());
    expect(message).toMatch(
      /^The speech model has a host name that cannot be resolved \(E\w+\): correct AZURE_OPENAI_SPEECH_BASE_PATH/,
    );
  });

  it("a certificate that nobody trusts, and no key is sent", async () => {
    const { url, recorded } = await startRecorder(wellBehaved, withCertificate);
    const { message } = await errorOf(clients(url).complete());
    expect(message).toBe(
      "The chat model cannot prove its identity over TLS (DEPTH_ZERO_SELF_SIGNED_CERT): correct AZURE_OPENAI_CHAT_BASE_PATH, or add its authority's certificate with NODE_EXTRA_CA_CERTS.",
    );
    expect(recorded).toEqual([]);
  });

  it("TLS to a port without it", async () => {
    const { url } = await startRecorder(wellBehaved);
    const { message } = await errorOf(clients(url.replace("http:", "https:")).complete());
    expect(message).toContain("cannot prove its identity over TLS (ERR_SSL_");
  });

  it.each([301, 303, 308])("a redirect %i, and the key goes nowhere else", async (status) => {
    const other = await startRecorder(wellBehaved);
    const { url } = await startRecorder(
      (r) => void r.writeHead(status, { Location: `${other.url}/x` }).end(),
    );
    const { message } = await errorOf(clients(url).complete());
    expect(message).toBe(
      `The chat model redirects to another address, to which the key is not sent (status ${status}): set AZURE_OPENAI_CHAT_BASE_PATH to its new address.`,
    );
    expect(other.recorded).toEqual([]);
  });
});
