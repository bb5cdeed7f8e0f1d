import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createChat } from "../../../api/models/chat.ts";
import { createSpeech } from "../../../api/models/speech.ts";
import { readConfig } from "../../../schema/settings/settings.ts";
import { type Recorded, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients, hello, once } from "./clients.ts";

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
    expect(await clients(url).complete()).toBe('{"a":1}');
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
    expect(JSON.parse(request.body.toString())).toEqual({
      messages: hello,
      response_format: { type: "json_object" },
    });
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
    expect([...form.keys()]).toEqual(["file", "response_format"]);
    expect(form.get("response_format")).toBe("json");
    const file = form.get("file") as File;
    const wav = Buffer.from(await file.arrayBuffer());
    expect([file.name, wav.toString("latin1", 8, 16)]).toEqual(["recording.wav", "WAVEfmt "]);
    // Its duration: the bytes of sound over the bytes in a second.
    expect(wav.readUInt32LE(40) / wav.readUInt32LE(28)).toBe(1);
  });

  it("is asked for at a base path without deployments, too, and with the api-version of the setting", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    const path = { AZURE_OPENAI_CHAT_BASE_PATH: `${url}/gateway`, AZURE_OPENAI_CHAT_KEY: sentinel };
    const settings = { ...path, AZURE_OPENAI_API_VERSION: "2024-10-21" };
    await createChat(readConfig(settings), once)?.complete(hello);
    expect(recorded.map(({ path, query }) => [path, query])).toEqual([
      ["/gateway/chat/completions", "api-version=2024-10-21"],
    ]);
  });

  it("holds nothing of the variables that the SDK reads by itself", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("OPENAI_API_KEY", "foreign-1");
    vi.stubEnv("OPENAI_ADMIN_KEY", "foreign-2");
    vi.stubEnv("OPENAI_ORG_ID", "foreign-3");
    vi.stubEnv("OPENAI_PROJECT_ID", "foreign-4");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/foreign-5");
    vi.stubEnv("OPENAI_API_VERSION", "foreign-6");
    vi.stubEnv("OPENAI_WEBHOOK_SECRET", "foreign-7");
    vi.stubEnv(
      "OPENAI_CUSTOM_HEADERS",
      "Authorization: foreign-8\nCookie: foreign-9\napi-key: foreign-10\nContent-Type: a/b",
    );
    vi.stubEnv("AZURE_OPENAI_API_KEY", "foreign-11");
    vi.stubEnv("AZURE_OPENAI_ENDPOINT", "http://127.0.0.1:9/foreign-12");
    vi.stubEnv("OPENAI_LOG", "debug");
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
