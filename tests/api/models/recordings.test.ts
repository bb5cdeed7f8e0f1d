import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients } from "./clients.ts";

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
