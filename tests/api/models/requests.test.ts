import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createChat, createSpeech } from "../../../api/models/models.ts";
import { readConfig } from "../../../schema/settings/settings.ts";
import { type Recorded, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients, hello, once } from "./clients.ts";

/** The headers that every HTTP request has. */
const transport = /^(accept-encoding|accept-language|connection|content-length|host|sec-fetch-mode)$/;

/** The only request, without those headers. */
function only(recorded: Recorded[]) {
  const [request] = recorded as [Recorded];
  expect([recorded.length, request.method, request.query]).toEqual([
    1,
    "POST",
    "api-version=2024-02-15-preview",
  ]);
  const headers = Object.entries(request.headers).filter(([name]) => !transport.test(name));
  return { ...request, headers: Object.fromEntries(headers) };
}

const ownHeaders = { accept: "application/json", "api-key": sentinel, "user-agent": "Backsoon" };

describe("A model's deployment", () => {
  it("gets one request from the chat client", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    expect(await clients(url).complete()).toBe('{"a":1}');
    const { path, headers, body } = only(recorded);
    expect(path).toBe("/openai/deployments/gpt/chat/completions");
    expect(headers).toEqual({ ...ownHeaders, "content-type": "application/json" });
    expect(JSON.parse(body.toString())).toEqual({
      messages: hello,
      response_format: { type: "json_object" },
    });
  });

  it("gets one request from the speech client, with one second of sound", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    expect(await clients(url).transcribe()).toBe("one two");
    const { path, headers, body } = only(recorded);
    expect(path).toBe("/openai/deployments/whisper/audio/transcriptions");
    const type = expect.stringMatching(/^multipart\/form-data; boundary=./);
    expect(headers).toEqual({ ...ownHeaders, "content-type": type });
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
    const path = { AZURE_OPENAI_CHAT_BASE_PATH: `${url}/gateway`, AZURE_OPENAI_CHAT_KEY: sentinel };
    const settings = { ...path, AZURE_OPENAI_API_VERSION: "2024-10-21" };
    await createChat(readConfig(settings), once)?.complete(hello);
    expect(recorded.map(({ path, query }) => [path, query])).toEqual([
      ["/gateway/chat/completions", "api-version=2024-10-21"],
    ]);
  });

  it("gets nothing from variables that only the SDK reads", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ["API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID", "API_VERSION", "WEBHOOK_SECRET"])
      vi.stubEnv(`OPENAI_${name}`, "foreign");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/foreign");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "Authorization: foreign\nCookie: foreign\napi-key: foreign");
    vi.stubEnv("AZURE_OPENAI_API_KEY", "foreign");
    vi.stubEnv("AZURE_OPENAI_ENDPOINT", "http://127.0.0.1:9/foreign");
    vi.stubEnv("OPENAI_LOG", "debug");
    const { complete, transcribe } = clients(url);
    await complete();
    await transcribe();
    expect(recorded.length).toBe(2);
    for (const { body, ...rest } of recorded)
      expect(JSON.stringify(rest) + body.toString("latin1")).not.toMatch(/foreign|"authorization"/);
  });

  it("gets nothing before the first use or without settings", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    clients(url);
    const none = [createSpeech(readConfig({})), createChat(readConfig({}))];
    expect([...none, recorded]).toEqual([undefined, undefined, []]);
  });
});
