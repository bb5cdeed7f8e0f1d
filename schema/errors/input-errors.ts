import { errorGroup } from "./error-group.ts";

interface Because {
  reason: string;
}
interface FileBecause extends Because {
  file: string;
}

/** Errors in input: documents, files, revisions and the use of commands. */
export const inputErrors = {
  ...errorGroup(422, 2, {
    NOTICE_INVALID: ({ reason }: Because) => reason,
    RECORDING_INVALID: ({ reason }: Because) => `The recording ${reason}.`,
  }),
  ...errorGroup(404, 2, {
    REVISION_UNKNOWN: ({ revision }: { revision: number }, command: string) =>
      `There is no revision ${revision}: \`${command} history\` lists the revisions.`,
    TOKEN_UNKNOWN: ({ name }: { name: string }, command: string) =>
      `There is no token named ${name}: \`${command} token list\` lists the tokens.`,
    NODE_UNKNOWN: ({ name }: { name: string }, command: string) =>
      `There is no node named ${name}: \`${command} nodes\` lists the nodes.`,
    SWITCH_MISSING: ({ folder, file }: { folder: string; file: string }, command: string) =>
      `There is no switch on this machine. If your proxy runs here, make its folder with \`install -d -m 755 ${folder}\`, then try again. Otherwise type \`touch ${file}\` on the load balancer for on, and \`rm ${file}\` for off (HAProxy: see docs/maintenance.md). \`${command} check --from URL\` shows what visitors get.`,
  }),
  ...errorGroup(400, 2, {
    JSON_INVALID: ({ reason }: Because) => `The document is not valid JSON: ${reason}.`,
    USAGE: ({ reason }: Because) => reason,
    TRANSLATIONS_INCOMPLETE: ({ tags, text }: { tags: string[]; text: string }, command: string) =>
      `--keep-translations would leave ${tags.join(", ")} without "${text}", which is new in the notice: leave out the option, and translate again with \`${command} set --lang\`.`,
    FILE_UNREADABLE: ({ file, reason }: FileBecause) =>
      `${file} cannot be read (${reason}): give the path of a readable JSON file, or - for standard input.`,
    FOLDER_DELETED: ({ file }: { file: string }) =>
      `${file} cannot be found, because the current folder has been deleted: change to another folder, or give an absolute path.`,
    FILE_EXISTS: ({ file }: { file: string }) =>
      `${file} already exists and is not overwritten: give another path.`,
    FILE_UNWRITABLE: ({ file, reason }: FileBecause) =>
      `${file} cannot be created (${reason}): give a path in an existing folder that this user may write to.`,
    OUTPUT_UNWRITABLE: ({ file, reason, user }: FileBecause & { user: string }) =>
      `${file} cannot be created (${reason}): give a path in an existing folder that ${user} may write to, or - for standard output.`,
    EXPORT_FOLDER_UNUSABLE: ({ folder, reason, user }: { folder: string; reason: string; user: string }) =>
      `Nothing can be exported to ${folder} (${reason}): give a path in a folder that ${user} may write to.`,
    EXPORT_FOREIGN: ({ folder, name }: { folder: string; name: string }) =>
      `${folder}/${name} was not made by an export. Nothing there was changed: give another path.`,
    SWITCH_OWNER: ({ folder, uid }: { folder: string; uid: number }) =>
      `The switch's folder ${folder} must belong to user ${uid}, who controls the store, to turn it together with the text: run \`install -d -o ${uid} ${folder}\`.`,
    BACKUP_UNREADABLE: ({ file, reason }: FileBecause, command: string) =>
      `${file} is not a backup this version can restore (${reason}): give the path of a file made by \`${command} backup\`.`,
    EDIT_FAILED: ({ reason, file }: FileBecause) =>
      `${reason} The notice is unchanged. Your text is kept in ${file}.`,
  }),
  ...errorGroup(409, 2, {
    TOKEN_EXISTS: ({ name }: { name: string }, command: string) =>
      `There is already a valid token named ${name}: give another name, or revoke that token first with \`${command} token revoke\`.`,
  }),
  ...errorGroup(412, 3, {
    REVISION_CONFLICT: (
      { expected, current }: { expected: number | string; current: number | string },
      command: string,
    ) =>
      current === 0
        ? `The store is missing or broken, which counts as revision 0, not ${expected}: look with \`${command} check\`, then try again with --if-revision 0.`
        : `The notice is at revision ${current}, not ${expected}: somebody else changed it first. Look with \`${command} show\`, then try again with --if-revision ${current}.`,
    WORDS_CHANGED: (_: object, command: string) =>
      `Somebody else changed the notice's words while you translated them: look with \`${command} show\`, then translate again.`,
    EDIT_CONFLICT: ({ reason, file }: FileBecause) => `${reason} Your text is kept in ${file}.`,
  }),
};
