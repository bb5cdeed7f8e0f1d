import { editorErrors } from "./editor-errors.ts";
import { errorGroup } from "./error-group.ts";
import { inputErrors } from "./input-errors.ts";
import { setupErrors } from "./setup-errors.ts";
import { storeErrors } from "./store-errors.ts";
import { writeErrors } from "./write-errors.ts";

interface ModelFault {
  model: string;
  reason: string;
  remedy: string;
}

/** Every error in the product, by code: its message, HTTP status and exit code. */
export const errors = {
  ...inputErrors,
  ...errorGroup(400, 2, { REQUEST_INVALID: ({ reason }: { reason: string }) => reason }),
  ...errorGroup(408, 2, { REQUEST_TOO_SLOW: () => "The request did not arrive in time: send it again." }),
  ...errorGroup(413, 2, {
    BODY_TOO_LARGE: () =>
      "The request body is larger than 64 KiB, and this service does not read bodies: send the request without one.",
  }),
  ...editorErrors,
  ...writeErrors,
  ...setupErrors,
  ...storeErrors,
  ...errorGroup(500, 1, {
    EXPORT_FAILED: ({ folder, reason }: { folder: string; reason: string }) =>
      `The notice could not be exported to ${folder} (${reason}): fix that, then try again. Each page there is whole, but may be old.`,
    SWITCH_FAILED: ({ file, reason }: { file: string; reason: string }) =>
      `The switch ${file} is not turned (${reason}): fix that, then run the same command again.`,
    BACKUP_UNSENT: ({ reason }: { reason: string }) =>
      `The backup was not sent to standard output (${reason}): what arrived there is not whole.`,
    INTERNAL: ({ reason }: { reason: string }) => `Unexpected error: ${reason}`,
  }),
  ...errorGroup(502, 1, {
    MODEL_FAILED: ({ model, reason, remedy }: ModelFault) => `The ${model} model ${reason}: ${remedy}.`,
    PROPOSAL_REFUSED: ({ subject, reason }: { subject: string; reason: string }) =>
      `The chat model's answer for ${subject} cannot be used, even after a correction was asked for (${reason.replace(/\.$/, "")}): try again, or write the words yourself.`,
  }),
  ...errorGroup(503, 1, {
    CHECK_FAILED: ({ subjects, documents }: { subjects: string[]; documents: string }) =>
      `The check found problems with: ${subjects.join(", ")}. Every cause and fix: ${documents}/troubleshooting.md`,
    CHECK_LATE: ({ seconds }: { seconds: number }) =>
      `The check took longer than ${seconds} seconds and was stopped: check that the store, the disk and the URL respond, then try again.`,
    NOTICE_UNSEEN: () =>
      "The app answered, so the notice could not be checked: run this again while visitors get the notice. If they should already, check the switch and the proxy.",
  }),
  ...errorGroup(504, 1, {
    SWITCH_UNSEEN: ({ isOn, seen }: { isOn: boolean; seen: string }, command: string) =>
      isOn
        ? `The switch is on, but ${seen}: check the proxy's lines, or take it back with \`${command} off\`.`
        : `The switch is off, but ${seen}, so the words stay. When the app answers, \`${command} off\` again restores them.`,
  }),
};
