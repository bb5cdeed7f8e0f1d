import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { oneSecondOfTone } from "../../../scripts/diagnostics/wav.ts";
import { json, type Reply, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { clients, errorOf, once } from "./clients.ts";

interface Wav {
  /** 1 is PCM, 3 float. */
  format?: number;
  bits?: number;
  channels?: number;
  extensible?: boolean;
}

/** A WAV file of these samples, of -1 to 1, with a chunk that nobody needs before them. */
function wav(
  samples: number[],
  { format = 1, bits = 16, channels = 1, extensible = false }: Wav = {},
): Buffer {
  const header = Buffer.alloc(extensible ? 40 : 16);
  header.writeUInt16LE(extensible ? 0xfffe : format, 0);
  header.writeUInt16LE(channels, 2);
  header.writeUInt32LE(8000, 4);
  header.writeUInt32LE(8000 * channels * (bits / 8), 8);
  header.writeUInt16LE(channels * (bits / 8), 12);
  header.writeUInt16LE(bits, 14);
  if (extensible) header.writeUInt16LE(format, 24);
  const data = Buffer.alloc((samples.length * bits) / 8);
  samples.forEach((sample, index) => {
    const at = (index * bits) / 8;
    if (format === 3) bits === 64 ? data.writeDoubleLE(sample, at) : data.writeFloatLE(sample, at);
    else if (bits === 8) data.writeUInt8(128 + Math.round(sample * 127), at);
    else data.writeIntLE(Math.round(sample * (2 ** (bits - 1) - 1)), at, bits / 8);
  });
  const chunk = (id: string, body: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(id), size, body, Buffer.alloc(body.length % 2)]);
  };
  const body = [
    Buffer.from("WAVE"),
    chunk("LIST", Buffer.from("odd")),
    chunk("fmt ", header),
    chunk("data", data),
  ];
  return chunk("RIFF", Buffer.concat(body));
}

const file = (content: Buffer | string, name = "call") =>
  new File([new Uint8Array(Buffer.from(content))], name);
const samples = (level: number, offset = 0) =>
  Array.from({ length: 400 }, (_, index) => offset + level * Math.sin(index));

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
  const formats: Wav[] = [
    { bits: 8 },
    { bits: 16 },
    { bits: 24 },
    { bits: 32 },
    { format: 3, bits: 32 },
    { format: 3, bits: 64 },
    { extensible: true },
    { extensible: true, format: 3, bits: 32 },
  ];
  const silent = "The recording is silent: see whether the microphone is on, and record it again.";

  it.each(formats)("silence of %j", async (format) => {
    expect(await outcomeOf(file(wav(samples(0), format)))).toBe(silent);
    expect(await outcomeOf(file(wav(samples(0.003), format)))).toBe(silent);
    expect(await outcomeOf(file(wav(samples(0.02), format)))).toBe("sent");
  });

  it("silence on one of two channels, and on both", async () => {
    const stereo = (right: number) => samples(0).flatMap((left, index) => [left, index % 2 ? right : -right]);
    expect(await outcomeOf(file(wav(stereo(0.1), { channels: 2 })))).toBe("sent");
    expect(await outcomeOf(file(wav(stereo(0), { channels: 2 })))).toBe(silent);
  });

  it("silence that 8 bits round up to a step", async () => {
    expect(await outcomeOf(file(wav(samples(0.008), { bits: 8 })))).toBe(silent);
  });

  it("silence that is not at zero, and no samples at all", async () => {
    expect(await outcomeOf(file(wav(samples(0.001, 0.3))))).toBe(silent);
    expect(await outcomeOf(file(wav([])))).toBe(silent);
  });

  it("a level that cannot be read", async () => {
    expect(await outcomeOf(file(wav(samples(0), { format: 7, bits: 8 })))).toBe("sent");
    expect(await outcomeOf(file(wav(samples(0)).subarray(0, 30)))).toBe("sent");
    // The size of what was still being written when it was cut off.
    for (const size of [0xffffffff, 0]) {
      const cut = wav(samples(0.5));
      cut.writeUInt32LE(size, cut.indexOf("data") + 4);
      expect(await outcomeOf(file(cut))).toBe("sent");
    }
  });

  it.each([
    ["flac", "fLaC\0\0\0\x22"],
    ["mp3", "ID3\x04\0\0"],
    ["mp3", "\xff\xfb\x90\0"],
    ["mp4", "\0\0\0\x20ftypisom\0\0"],
    ["mp4", "\0\0\0\x14ftyp3gp4\0\0"],
    ["m4a", "\0\0\0\x20ftypM4A \0\0"],
    ["mpeg", "\0\0\x01\xba\x44"],
    ["ogg", "OggS\0\x02"],
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
