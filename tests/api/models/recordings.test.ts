import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { oneSecondOfTone } from "../../../scripts/diagnostics/wav.ts";
import { json, type Reply, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients, errorOf, once } from "./clients.ts";

const file = (content: Buffer | string, name = "call") =>
  new File([new Uint8Array(Buffer.from(content))], name);

/** The sentence that a recording is refused with, or that it was sent. */
async function outcomeOf(recording: File): Promise<string> {
  const { url, recorded } = await startRecorder(wellBehaved);
  const said = await clients(url)
    .transcribe(recording)
    .then(
      () => "sent",
      (error: unknown) => (isNoticeError(error, "RECORDING_INVALID") ? error.message : String(error)),
    );
  expect(recorded.length).toBe(said === "sent" ? 1 : 0);
  return said;
}

describe("a recording is sent or refused before it is sent:", () => {
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
  ])("%s, whatever its name, under a name that says no more", async (type, start) => {
    const { url, recorded } = await startRecorder(wellBehaved);
    await clients(url).transcribe(file(Buffer.from(start, "latin1"), "Bob Smith.txt"));
    const body = recorded[0]?.body.toString("latin1");
    expect(body).toContain(`filename="recording.${type}"`);
    expect(body).not.toContain("Bob");
  });

  it.each([
    ["text", "Hello"],
    ["text that is named so", "Hello", "call.mp3"],
    ["a photo", "\0\0\0\x20ftypheic\0\0"],
    ["AAC without a container", "\xff\xf1\x50\x80"],
    ["AMR", "#!AMR\n"],
    ["a picture in RIFF", "RIFF\0\0\0\0WEBPVP8 "],
  ])("%s", async (_name, start, name = "call") => {
    expect(await outcomeOf(file(Buffer.from(start, "latin1"), name))).toBe(
      "The recording is of no known type: save it as flac, m4a, mp3, mp4, mpeg, mpga, ogg, wav, or webm.",
    );
  });

  it("nothing, and too much", async () => {
    expect(await outcomeOf(file(""))).toBe("The recording is empty: record it again.");
    const large = new File([new Uint8Array(25_000_001)], "call.mp3");
    expect(await outcomeOf(large)).toBe(
      "The recording is larger than 25 MB: give a shorter one, or save it as mp3 or m4a.",
    );
  });
});

describe("a model that gives no language or duration", () => {
  const formatOf = (body: Buffer) => /name="response_format"\r\n\r\n(\w+)/.exec(body.toString("latin1"))?.[1];
  const refusing =
    (error: object, status = 400): Reply =>
    (response, request, number) =>
      formatOf(request.body) === "verbose_json"
        ? json(response, status, { error: { message: sentinel, ...error } })
        : number < 9 && json(response, 200, { text: "one two" });

  it.each([
    [{ code: "unsupported_value", param: "response_format" }],
    [{ code: "unsupported_parameter", param: "response_format" }],
    [{ code: "unsupported_value", param: null }],
    [{ code: "unsupported_parameter" }],
  ])("is asked again without, which counts and is remembered: %j", async (error) => {
    const { url, recorded } = await startRecorder(refusing(error));
    let count = 0;
    const reserve = () => {
      count += 1;
    };
    const { transcribe } = clients(url, { ...once, reserve });
    expect(await transcribe()).toEqual({ text: "one two" });
    expect([count, recorded.length]).toEqual([2, 2]);
    expect(await transcribe()).toEqual({ text: "one two" });
    expect(count).toBe(3);
    expect(recorded.map(({ body }) => formatOf(body))).toEqual(["verbose_json", "json", "json"]);
    expect(recorded.every(({ body }) => body.length > oneSecondOfTone().size)).toBe(true);
  });

  it.each([
    [{ code: "unsupported_value", param: "file" }, "does not support what it is asked for (status 400)"],
    [{ code: "content_filter" }, "refuses the recording, because its content filter objects (status 400)"],
    [{ code: "invalid_value", param: "response_format" }, "rejects the request (status 400)"],
  ])("is not what refuses with %j", async (error, sentence) => {
    const { url, recorded } = await startRecorder(refusing(error));
    const { message } = await errorOf(clients(url).transcribe());
    expect(message).toContain(`The speech model ${sentence}`);
    expect(recorded.length).toBe(1);
  });

  it("is asked no third time", async () => {
    const error = { code: "unsupported_value", param: "response_format" };
    const { url, recorded } = await startRecorder((r) => json(r, 400, { error }));
    const { transcribe } = clients(url);
    await errorOf(transcribe());
    expect(recorded.length).toBe(2);
    await errorOf(transcribe());
    expect(recorded.length).toBe(3);
  });

  it.each([
    [{ language: 7, duration: "3.2" }],
    [{ language: sentinel.repeat(9), duration: -1 }],
    [{ language: null, duration: null }],
  ])("may also say nonsense of them: %j", async (more) => {
    const { url } = await startRecorder((r) => json(r, 200, { text: "one two", ...more }));
    expect(await clients(url).transcribe()).toEqual({ text: "one two" });
  });
});
