import { NoticeError } from "../../schema/errors/notice-error.ts";

/** The types of recordings that the model takes. */
const types = ["flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "ogg", "wav", "webm"] as const;

/** The model's limit, in bytes; below 25 MiB, as the rest of the form also counts. */
const maxRecordingBytes = 25_000_000;

/**
 * Checks a recording, and renames it so that its name says only its type.
 * @throws NoticeError RECORDING_INVALID if it is empty, too large or of no known type
 */
export async function checkRecording(recording: File): Promise<File> {
  if (recording.size > maxRecordingBytes)
    throw invalid("is larger than 25 MB: give a shorter one, or save it as mp3 or m4a");
  const bytes = new Uint8Array(await recording.arrayBuffer());
  if (bytes.length === 0) throw invalid("is empty: record it again");
  const type = findRecordingType(bytes);
  const known = new Intl.ListFormat("en", { type: "disjunction" }).format(types);
  if (!type) throw invalid(`is of no known type: save it as ${known}`);
  return new File([bytes], `recording.${type}`);
}

function invalid(reason: string): NoticeError {
  return new NoticeError("RECORDING_INVALID", { reason });
}

/**
 * The type of a recording by its first bytes, as names on phones lack the extension or have a wrong one. MPEG audio is
 * mp3 here, even if its name says mpga.
 */
function findRecordingType(bytes: Uint8Array): (typeof types)[number] | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("fLaC")) return "flac";
  if (start.startsWith("OggS")) return "ogg";
  if (/^RIFF.{4}WAVE/s.test(start)) return "wav";
  if (start.startsWith("\x1aE\xdf\xa3")) return "webm";
  if (start.startsWith("\0\0\x01\xba")) return "mpeg";
  // Phones use the same container for photos.
  if (/^.{4}ftyp(?!avi|hei|hev|mif|msf)/s.test(start)) return /^M4[AB] /.test(start.slice(8)) ? "m4a" : "mp4";
  return start.startsWith("ID3") || isMpegFrame(bytes) ? "mp3" : undefined;
}

/** Eleven bits that are set, then a valid version and layer. AAC has layer 0, and is not supported. */
function isMpegFrame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && second >= 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) !== 0;
}
