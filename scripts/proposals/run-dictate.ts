import { createReadStream, existsSync } from "node:fs";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { withoutInvisible } from "../../api/assist/checks/invisible.ts";
import { fileFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";
import { readEditedFile } from "../terminal/edited-file.ts";
import { askModels, type Desk } from "./desk.ts";
import { draftWords, refuseUnfit, refuseWrongBrief } from "./draft-words.ts";
import type { DraftOptions } from "./needed-models.ts";
import { askUnlessTold } from "./publish-proposal.ts";

/** More than the largest recording, in bytes, so that the check sees if a file is too large. */
const maxReadBytes = 26_000_000;

/** Has a recording transcribed, shows the transcript, has the notice's words drafted from it, and publishes them. */
export function runDictate(context: Context, options: DraftOptions, file: string): Promise<void> {
  const prepare = () => readRecording(context, file);
  return askModels(context, options, ["SPEECH", "CHAT"], prepare, async (desk, recording) => {
    refuseUnfit(desk, options);
    const text = (await desk.speech?.transcribe(recording, desk.told.signal)) ?? "";
    const heard = withoutInvisible(text, "").trim();
    if (heard === "")
      throw new NoticeError("RECORDING_INVALID", {
        reason: "has no audible words: record it again",
      });
    const kept = desk.kept.keep("transcript", `${heard}\n`);
    context.printError(`Transcript: ${heard}`);
    const transcript = context.ask ? await readCorrected(context, desk, heard, kept) : heard;
    refuseWrongBrief(transcript);
    const { more, ...outcome } = await draftWords(context, options, desk, {
      brief: transcript,
      how: "dictated",
    });
    return { ...outcome, more: { transcript, ...more } };
  });
}

async function readRecording({ pathOf }: Pick<Context, "pathOf">, file: string): Promise<File> {
  const path = pathOf(file);
  try {
    const bytes = await buffer(createReadStream(path, { end: maxReadBytes }));
    return new File([new Uint8Array(bytes)], basename(path));
  } catch (cause) {
    const reason = `${file} cannot be read (${fileFault(cause)}): give the path of a file that this user may read`;
    throw new NoticeError("RECORDING_INVALID", { reason }, { cause });
  }
}

/** The transcript, corrected by the person at the terminal. @throws NoticeError PROPOSAL_DECLINED, USAGE, TOLD_TO_END */
async function readCorrected(
  context: Context,
  { kept, told }: Desk,
  heard: string,
  file: string,
): Promise<string> {
  const question = "Draft the notice from this? [Y/n, e edits it first] ";
  const answer = await askUnlessTold(context, question, told.signal);
  if (answer === undefined || !/^(?:|y|yes|e|edit)$/i.test(answer))
    throw new NoticeError("PROPOSAL_DECLINED", {});
  if (!/^e/i.test(answer)) return heard;
  try {
    const edited = await told.leaving(() => readEditedFile(context, file));
    return edited.toString().trim();
  } catch (error) {
    if (!existsSync(file)) kept.keep("transcript", `${heard}\n`);
    throw error;
  }
}
