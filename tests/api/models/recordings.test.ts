import { describe, expect, it } from "vitest";
import { startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients } from "./clients.ts";

const file = (content: string, name: string) =>
  new File([new Uint8Array(Buffer.from(content, "latin1"))], name);

describe("A recording", () => {
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
    const { url, recorded } = await startRecorder(wellBehaved);
    await clients(url).transcribe(file(start, "Bob Smith.txt"));
    const body = recorded[0]?.body.toString("latin1");
    expect(body).toContain(`filename="recording.${type}"`);
    expect(body).not.toContain("Bob");
  });

  it.each([
    ["text with an audio name", "Hello", "of no known type: save it as flac, m4a, mp3, mp4, mpeg, "],
    ["a photo", "\0\0\0\x20ftypheic\0\0", "of no known type"],
    ["AAC without a container", "\xff\xf1\x50\x80", "of no known type"],
    ["a picture in RIFF", "RIFF\0\0\0\0WEBPVP8 ", "of no known type"],
    ["nothing", "", "empty: record it again."],
    ["too much", "x".repeat(25_000_001), "larger than 25 MB: give a shorter one, or save it as mp3 or m4a."],
  ])("is refused before it is sent if it is %s", async (_name, content, sentence) => {
    const { url, recorded } = await startRecorder(wellBehaved);
    await expect(clients(url).transcribe(file(content, "call.mp3"))).rejects.toMatchObject({
      code: "RECORDING_INVALID",
      message: expect.stringContaining(`The recording is ${sentence}`),
    });
    expect(recorded).toEqual([]);
  });
});
