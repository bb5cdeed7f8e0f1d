import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { json, type Reply, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { withCertificate } from "../../support/network/servers.ts";
import { clients, echo, errorOf, once, quick } from "./clients.ts";

const raw =
  (text: string): Reply =>
  (response) =>
    void response.writeHead(200, { "Content-Type": "application/json" }).end(text);

const choice = (finish_reason: string, content: string | null): Reply =>
  raw(JSON.stringify({ choices: [{ finish_reason, message: { content } }] }));

/** A body without end. Each part has its own turn of the loop, so that the client can close. */
const endless =
  (status: number): Reply =>
  (r) => {
    r.writeHead(status, { "Content-Type": "application/json" });
    const more = () => void (r.destroyed || r.write(" ".repeat(65536), () => setImmediate(more)));
    more();
  };

const refusal =
  (error: object): Reply =>
  (r) =>
    json(r, 400, { error: { message: sentinel, type: sentinel, ...error } });

const zipped: Reply = (r) => void r.writeHead(200, { "Content-Encoding": "gzip" }).end(sentinel);

describe("The error of a model", () => {
  it.each<[string, string, Reply, typeof once?]>([
    ...[400, 401, 404, 500].map((status): [string, string, Reply] => [
      `status ${status}`,
      `refuses the request (status ${status})`,
      (r) => json(r, status, echo),
    ]),
    [
      "a limit of requests",
      "(status 429, try again in 7 s)",
      (r) => json(r, 429, echo, { "Retry-After": "7" }),
    ],
    ["the key as the time to wait", "(status 429):", (r) => json(r, 429, echo, { "Retry-After": sentinel })],
    ["a content filter", "(status 400, content_filter)", refusal({ code: "content_filter" })],
    ["too much text", "(status 400, context_length_exceeded)", refusal({ code: "context_length_exceeded" })],
    ["an unknown reason", "refuses the request (status 400):", refusal({ code: "invalid_prompt" })],
    ["a refusal without end", "refuses the request (status 400):", endless(400)],
    ["a page as JSON", "sent a response that cannot be used (it is not JSON)", raw(`<p>${sentinel}</p>`)],
    ["another shape", "(it has no complete reply)", raw(`{"choices": [{"text": "${sentinel}"}]}`)],
    ["too little room", "cannot be used (it was cut off: length)", choice("length", sentinel)],
    ["a filter at the end", "(it was cut off: content_filter)", choice("content_filter", sentinel)],
    ["no content", "cannot be used (it has no complete reply)", choice("stop", null)],
    ["a response without end", "cannot be used (TOO_LARGE)", endless(200)],
    ["broken compression", "cannot be used (Z_DATA_ERROR)", zipped],
    ["no HTTP", "cannot be used (H", (r) => void r.socket?.end(`220 ${sentinel} ESMTP\r\n`)],
    ["a closed connection", "cannot be reached (UND_ERR_SOCKET)", (r) => void r.socket?.destroy()],
    ["no answer", "cannot be reached (no answer within 0.4 s)", () => {}, quick],
  ])("says for %s that the model %s", async (_name, sentence, reply, limits = once) => {
    const { url, recorded } = await startRecorder(reply);
    const { message, status, exitCode } = await errorOf(clients(url, limits).complete());
    expect(message).toContain(sentence);
    expect([status, exitCode, recorded.length]).toEqual([502, 1, 1]);
  });

  it.each<[string, Reply, RegExp]>([
    ["a refusal", (r) => json(r, 401, echo), /^The speech .*401\): correct AZURE_OPENAI_SPEECH_B.*_KEY/],
    ["a closed connection", (r) => void r.socket?.destroy(), / \(UND_ERR_SOCKET\): .*SPEECH_BASE_PATH, /],
    ["a reply without text", raw("[]"), / \(it has no text\): .*SPEECH_BASE_PATH is .* 2024-02-15-p.*\.$/],
  ])("names the settings of the speech model for %s", async (_name, reply, sentence) => {
    const { url } = await startRecorder(reply);
    expect((await errorOf(clients(url).transcribe())).message).toMatch(sentence);
  });

  it("has the cause if a host does not respond, and names a proxy that is not used", async () => {
    const at = async (url: string, limits = once) => (await errorOf(clients(url, limits).complete())).message;
    const nobody = `http://127.0.0.1:${await freePort()}`;
    expect(await at(nobody)).toMatch(/cannot be reached \(ECONNREFUSED\).* later\.$/);
    // Too long for a host name, so that no name server is asked.
    expect(await at(`https://${"x".repeat(64)}.invalid`)).toMatch(/cannot be reached \(E\w+\)/);
    const { url } = await startRecorder(() => {});
    expect(await at(url, { ...quick, hasProxy: true })).toMatch(/HTTPS_PROXY is set, but .* set that too\.$/);
    expect(await at(url.replace("http:", "https:"))).toContain("cannot be reached (ERR_SSL_");
  });

  it("is given before anything is sent if a variable of the SDK or a certificate is wrong", async () => {
    const secure = await startRecorder(wellBehaved, withCertificate);
    const { message } = await errorOf(clients(secure.url).complete());
    expect(message).toContain("cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT)");
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", `no name: ${sentinel}`);
    const { url, recorded } = await startRecorder(wellBehaved);
    expect((await errorOf(clients(url).complete())).message).toContain(
      "(OPENAI_CUSTOM_HEADERS is not valid)",
    );
    expect([recorded, secure.recorded]).toEqual([[], []]);
  });

  it("is that of a refusal for a redirect, and the key goes to no other host", async () => {
    const other = await startRecorder(wellBehaved);
    for (const status of [301, 307]) {
      const headers = { Location: `${other.url}/x` };
      const { url } = await startRecorder((r) => void r.writeHead(status, headers).end());
      const { message } = await errorOf(clients(url).complete());
      expect(message).toContain(`refuses the request (status ${status})`);
    }
    expect(other.recorded).toEqual([]);
  });
});
