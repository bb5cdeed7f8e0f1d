import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { findRecordingType, type RecordingType, recordingTypes } from "./recording-type.ts";

/** What the model takes, in bytes; less than 25 MiB, as the rest of the form counts, too. */
const maxRecordingBytes = 25_000_000;

/**
 * The recording as it may be sent: under a name that says its type and nothing else.
 * @throws NoticeError RECORDING_INVALID if it is empty, too large or of no known type
 */
export async function checkRecording(recording: File): Promise<File> {
  if (recording.size > maxRecordingBytes)
    throw invalid("is larger than 25 MB: give a shorter one, or save it as mp3 or m4a");
  const bytes = new Uint8Array(await recording.arrayBuffer());
  if (bytes.length === 0) throw invalid("is empty: record it again");
  const type = findRecordingType(bytes);
  if (!type) throw invalid(`is of no known type: save it as ${listTypes()}`);
  return new File([bytes], `recording.${type}`, { type: recordingTypes[type] });
}

function invalid(reason: string): NoticeError {
  return new NoticeError("RECORDING_INVALID", { reason });
}

function listTypes(): string {
  const names: RecordingType[] = Object.keys(recordingTypes) as RecordingType[];
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names);
}
