/** The exit code of a command that fails: 1 could not be done, 2 invalid input, 3 somebody else was first. */
type ExitCode = 1 | 2 | 3;

export interface ErrorEntry<P> {
  /** The HTTP status of a reply that reports it. */
  status: number;
  exitCode: ExitCode;
  /** What is wrong, the rule, and how to fix it. `command` is the name under which the reader runs the command. */
  message: (params: P, command: string) => string;
}

type Messages = Record<string, (params: never, command: string) => string>;
type Entries<M extends Messages> = { [C in keyof M]: ErrorEntry<Parameters<M[C]>[0]> };

function errorGroup<M extends Messages>(status: number, exitCode: ExitCode, messages: M): Entries<M> {
  const entries = Object.entries(messages).map(([code, message]) => [code, { status, exitCode, message }]);
  return Object.fromEntries(entries);
}

interface Because {
  reason: string;
}
interface FileBecause extends Because {
  file: string;
}

/** Errors in input: documents, files, revisions and the use of commands. */
const inputErrors = {
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

interface Needed {
  /** The host that the request names; empty if it names none. */
  found: string;
  origin: string;
}

const editorErrors = {
  ...errorGroup(400, 2, {
    TOKEN_IN_URL: (_: object, command: string) =>
      `A token must not be in a URL, because histories and logs keep URLs: revoke this one with \`${command} token revoke\`, make another with \`${command} token create\`, and send it as \`Authorization: Bearer\`.`,
  }),
  ...errorGroup(401, 2, {
    CREDENTIAL_MISSING: (_: object, command: string) =>
      `This needs a sign-in: open a link from \`${command} editor link\`, or send a token as \`Authorization: Bearer\`.`,
    TOKEN_WRONG: (_: object, command: string) =>
      `This token is unknown, revoked or expired: \`${command} token list\` lists the valid ones, and \`${command} token create\` makes another.`,
    LINK_WRONG: () =>
      "This link was used or revoked, has expired, or is incomplete: ask whoever invited you for a new link.",
    SESSION_LOCKED: () =>
      "This request has the cookie of a sign-in, but not the key that belongs to it: sign in again, or send a token as `Authorization: Bearer`.",
    SESSION_ENDED: () => "This sign-in has ended: sign in again.",
  }),
  ...errorGroup(403, 2, {
    SCOPE_MISSING: ({ name }: { name: string }) =>
      `${name} may read, but not change anything: use a token that was created with --scope write.`,
    SHELL_NEEDED: ({ name }: { name: string }, command: string) =>
      `${name} may not invite people: sign in with a link from \`${command} editor link\`, or use \`${command} invite\`.`,
    ORIGIN_FOREIGN: ({ origin }: { origin: string }) =>
      `This request comes from another site. Only the page at ${origin} may send it: open the editor there.`,
  }),
  ...errorGroup(404, 2, {
    PATH_UNKNOWN: () => "There is nothing at this address: /api/openapi.json lists the addresses.",
  }),
  ...errorGroup(405, 2, {
    METHOD_WRONG: ({ method, allowed }: { method: string; allowed: string[] }) =>
      `This address does not take ${method}: use ${allowed.join(", ")}, as in /api/openapi.json.`,
  }),
  ...errorGroup(413, 2, {
    DOCUMENT_TOO_LARGE: () =>
      "The request body is larger than 512 KiB, more than the longest notice needs: shorten it.",
  }),
  ...errorGroup(415, 2, {
    MEDIA_TYPE_WRONG: ({ needed }: { needed: string }) =>
      `The request's Content-Type must be ${needed}: send the body as that.`,
    CONTENT_CODING_WRONG: ({ found }: { found: string }) =>
      `The request's Content-Encoding is ${found}, but compressed bodies are not read: send the body uncompressed, without that header.`,
  }),
  ...errorGroup(421, 2, {
    HOST_FOREIGN: ({ found, origin }: Needed) =>
      found === ""
        ? `This editor is at ${origin}, and the request has no Host header: send one that names the editor.`
        : `This editor is at ${origin} and does not answer as ${found}: open it there (over SSH, forward the same port), or start it with --origin and the address that browsers use.`,
  }),
  ...errorGroup(422, 2, {
    PREVIEW_INVALID: ({ reason }: { reason: string }) => reason,
    PROPOSAL_INVALID: ({ reason }: { reason: string }) => reason,
    LINK_INVALID: ({ reason }: { reason: string }) => reason,
  }),
  ...errorGroup(429, 2, {
    TOO_MANY_WRONG: () =>
      "Too many wrong credentials came from this address: wait a minute, and check the token or link that is sent.",
  }),
  ...errorGroup(431, 2, {
    HEADERS_TOO_LARGE: () => "The request's headers are larger than 32 KiB: send fewer or shorter ones.",
  }),
  ...errorGroup(500, 1, {
    ADDRESS_UNUSABLE: (
      { host, port, reason }: { host: string; port: number; reason: string },
      command: string,
    ) =>
      `The editor cannot listen on port ${port} of ${host} (${reason}): give another port with --port. If an editor already runs there, get a link with \`${command} editor link\`.`,
  }),
};

const writeErrors = {
  ...errorGroup(412, 3, {
    /** `etag` is undefined if the latest revision is damaged. */
    NOTICE_CHANGED: ({ etag }: { etag: string | undefined }) =>
      etag === undefined
        ? "The latest revision is damaged and has no ETag: replace it with a whole notice and `If-Match: *`, or roll back without If-Match."
        : `The notice is not the one that If-Match names (it is ${etag}): get it again, and make the change on top of that.`,
  }),
  ...errorGroup(422, 2, {
    REQUEST_REUSED: () =>
      "This Idempotency-Key was used for a different change: use a new key for each change, and the same key only for its retries.",
  }),
  ...errorGroup(428, 2, {
    IF_MATCH_MISSING: () =>
      "A whole notice could overwrite somebody else's change: send If-Match with the ETag of the notice that you mean to replace, or `If-Match: *` to replace any.",
  }),
  ...errorGroup(429, 1, {
    LIMIT_REACHED: ({ count, limit }: { count: number; limit: number }) =>
      limit === 0
        ? "AI_DAILY_LIMIT is 0, so nothing is sent to the models: set it to the number of requests allowed per day. Everything else works."
        : `Today's requests to the models are used up (${count} of ${limit}): wait until 00:00 UTC, or raise AI_DAILY_LIMIT. Everything else works.`,
  }),
  ...errorGroup(503, 1, {
    NOT_PUBLISHED: ({ reason }: { reason: string }) => `Nothing was published. ${reason}`,
    TRANSLATIONS_FAILED: ({ tags }: { tags: string[] }) =>
      `Not translated into ${tags.join(", ")}: the lines above say why.`,
  }),
  ...errorGroup(504, 1, {
    PUBLISH_UNCONFIRMED: () =>
      "The database did not confirm the change in time. It may or may not have been made: send the same request again with the same Idempotency-Key. If it had no key, look at the history first.",
  }),
};

interface WrongSetting {
  setting: string;
  rule: string;
  /** Its current value; absent if it must not be shown. */
  value?: string;
  /** For a secret, the setting that names a file instead. */
  file?: string;
}

interface Unlistenable {
  host: string;
  port: number;
  settings: [host: string, port: string];
  reason: string;
  isTaken: boolean;
}

/** Errors of an installation: its settings, files and address. */
const setupErrors = errorGroup(500, 1, {
  FIRST_NOTICE_INVALID: ({ file, reason }: { file: string; reason: string }) =>
    `${file} (the first notice of a new store) cannot be used: correct it. ${reason}`,
  SETTING_INVALID: ({ setting, rule, value, file }: WrongSetting) =>
    `${setting} must be ${rule}${value === undefined ? "" : `, not ${JSON.stringify(value)}`}: correct it in the environment or in .env${file ? `, or in the file that ${file} names` : ""}.`,
  HOME_RELATIVE: ({ setting, value }: { setting: string; value: string }) =>
    `${setting} must be the absolute path of a folder, not ${JSON.stringify(value)}: correct it in the environment.`,
  HOME_UNKNOWN: ({ setting }: { setting: string }) =>
    `There is no folder for the settings and the store, because this user has no home: set ${setting} to the absolute path of a folder.`,
  SETTING_MISNAMED: ({ name, setting, secret }: { name: string; setting: string; secret: string }) =>
    `${name} is set, but Backsoon calls this setting ${setting}: set ${setting} to the URL without its password, and ${secret} to the password. For the usual file, set ${setting} to var/notice.db.`,
  SETTING_LITERAL: ({ setting }: { setting: string }) =>
    `${setting} is taken as written: set it to the path or the URL itself in the environment or in .env, without quotation marks, blanks around it, "file:", "~" or variables.`,
  DATABASE_INVALID: ({ reason }: { reason: string }) => `DATABASE ${reason}.`,
  SETTING_ALONE: ({ setting, missing }: { setting: string; missing: string }) =>
    `${setting} is set but ${missing} is not: set both, or neither.`,
  SECRET_TWICE: ({ setting, file }: { setting: string; file: string }) =>
    `${setting} and ${file} are both set: unset one of them.`,
  SECRET_UNREADABLE: ({ setting, file, reason }: { setting: string; file: string; reason: string }) =>
    `${setting} names ${file}, which cannot be used (${reason}): give the path of a readable file that contains only the secret, or unset it.`,
  SETTINGS_UNREADABLE: ({ file, reason }: { file: string; reason: string }) =>
    `The settings in ${file} cannot be read (${reason}): make it a readable file, or remove it.`,
  SETTINGS_HIDDEN: ({ file, user }: { file: string; user: string }) =>
    `The settings in ${file} cannot be read by ${user}: run the command with sudo. If the service runs as that user, let that user read the file and its folder.`,
  ENV_FILE_INVALID: ({ file, line, fault }: { file: string; line: number; fault: string }) =>
    `Line ${line} of ${file} ${fault}.`,
  BRAND_UNUSABLE: (
    { folder, faults: [first = "", ...others] }: { folder: string; faults: string[] },
    command: string,
  ) =>
    `The brand is left out: ${first.replace(/\.$/, "")}${others.length > 0 ? `, and ${others.length} more` : ""}; \`BRAND_DIR=${folder} ${command} check\` lists every fault.`,
  BUILD_MISSING: ({ file }: { file: string }) =>
    `The page is not built (${file} is missing): run \`npm run build\` in a clone, or install Backsoon again.`,
  SOCKET_UNUSABLE: ({ reason }: { reason: string }) =>
    `Cannot listen on the socket that systemd passed (${reason}): give the socket unit one ListenStream= with a port, and no Accept=.`,
  LISTEN_FAILED: ({ host, port, settings, reason, isTaken }: Unlistenable) =>
    `Cannot listen on ${host}:${port} (${reason}): ${isTaken ? "stop the program that uses it, or " : ""}set ${settings.join(" and ")} to another address.`,
  PROXY_FILES_KEPT: ({ files }: { files: string[] }) =>
    `Changed by hand, so not overwritten: ${files.join(", ")}. To have a file written again, remove it, then run this again.`,
  PROXY_MISSING: ({ program }: { program: string }) =>
    `${program} cannot be run on this machine: leave out --check, or run this where the proxy is installed.`,
  PROXY_REFUSED: ({ command, output }: { command: string; output: string }) =>
    `\`${command}\` does not accept the configuration: ${output}`,
  CLONE_INSTALLED: () =>
    "This is a clone, and only an installed package can be set up like this: for a clone, use the units in docs/deploy.",
  SYSTEMD_MISSING: () =>
    "There is no systemd on this machine: run `backsoon` with its service manager, or print the units for another machine with --dry-run.",
  ROOT_NEEDED: () =>
    "Only root may write the units: run the command with sudo, or look at the units with --dry-run.",
  PROGRAM_MISPLACED: ({ path, reason }: { path: string; reason: string }) =>
    `The service could not run ${path} (${reason}): install Node and Backsoon for every user, such as below /usr or /opt, and run the command from there.`,
  UNIT_FOREIGN: ({ files }: { files: string[] }) =>
    `Nothing was changed, because ${files.join(", ")} ${files.length === 1 ? "was" : "were"} written or changed by hand: move your changes into a drop-in with \`systemctl edit\`, move ${files.length === 1 ? "that file" : "those files"} away, then try again.`,
  UNIT_UNUSABLE: ({ file, use, reason }: { file: string; use: "read" | "written"; reason: string }) =>
    `${file} cannot be ${use} (${reason}): fix that, then run the command again.`,
  PATH_UNTRUSTED: ({ path, fault, remedy }: { path: string; fault: string; remedy: string }) =>
    `${path} ${fault}, so somebody else could change what is there: ${remedy}, then try again.`,
  SYSTEMD_FAILED: ({ command, reason }: { command: string; reason: string }) =>
    `The units are written, but \`${command}\` failed (${reason}): fix that, then run the command again.`,
});

interface AtFile {
  file: string;
}
interface AtFileWhy extends AtFile {
  reason: string;
}
interface AtDatabaseWhy {
  /** Its address, without secrets. */
  store: string;
  reason: string;
}

const storeErrors = errorGroup(503, 1, {
  STORE_MISSING: ({ file, isDatabase = false }: AtFile & { isDatabase?: boolean }, command: string) =>
    `There is no notice store at ${file}: create it with \`${command} init\`${isDatabase ? " or" : ","} restore a backup with \`${command} restore FILE\`${isDatabase ? "" : ", or set DATABASE to the right path"}.`,
  STORE_UNUSABLE: ({ file, reason }: AtFileWhy) =>
    `The notice store at ${file} cannot be used (${reason}). Its folder must exist, be on a local disk with free space, and be writable by this user.`,
  SQLITE_UNLOADABLE: ({ reason }: { reason: string }) =>
    `This Node cannot load SQLite (${reason}): use the Node that Backsoon was installed with. Otherwise run \`npm ci\` in a clone, or install Backsoon again.`,
  STORE_HIDDEN: ({ file, user }: AtFile & { user: string }) =>
    `The folder of the notice store ${file} cannot be read by ${user}: run the command with sudo. If the service runs as that user, let that user read the folder.`,
  OWNER_UNREACHABLE: ({ uid, reason }: { uid: number; reason: string }) =>
    `User ${uid} controls the notice store, and root cannot switch to that user here (${reason}): run the command as that user.`,
  STORE_BUSY: ({ file }: AtFile) =>
    `The notice store ${file} is locked by another process. Nothing was changed: try again in a moment.`,
  STORE_LATE: () => "The notice store did not answer in time: try again in a moment.",
  STORE_FOREIGN: (
    { file, reason, isDatabase = false }: AtFileWhy & { isDatabase?: boolean },
    command: string,
  ) =>
    `${file} is not a notice store (${reason}): ${isDatabase ? "name another schema in DATABASE" : `set DATABASE to another path, or restore a backup with \`${command} restore FILE\`, which keeps that file beside it`}.`,
  STORE_UNREACHABLE: ({ store, reason }: AtDatabaseWhy) =>
    `The notice store at ${store} cannot be reached (${reason}): check that the database runs, and that DATABASE and DATABASE_PASSWORD are right.`,
  STORE_FULL: ({ store }: { store: string }) =>
    `The disk of the database at ${store} is full. Nothing was changed: free some space there, then try again.`,
  STORE_FORBIDDEN: ({ store, role }: { store: string; role: string }) =>
    `The role ${role} lacks a right that this needs at ${store}: use another role, or grant the right (docs/fleet.md).`,
  STORE_UNCONFIRMED: (
    { store, look = "show" }: { store: string; look?: "show" | "token list" },
    command: string,
  ) =>
    `The database at ${store} did not confirm the change in time. It may or may not have been made: look with \`${command} ${look}\` before you repeat it.`,
  REPORT_HELD_UP: ({ store }: { store: string }) =>
    `An open transaction at ${store} blocks this node's report of what it shows: find it in pg_stat_activity ("idle in transaction"), and end it.`,
  NODES_RUNNING: ({ names, seconds }: { names: string; seconds: number }) =>
    `Nothing was removed: ${names} reported within the last ${seconds} seconds, so it is running. Stop it, wait ${seconds} seconds, then try again.`,
  NODES_BEHIND: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} is published, but some nodes may not show it yet (${reason}): look with \`${command} nodes\`, and remove nodes that are gone for good with \`${command} nodes forget\`.`,
  NODES_SILENT: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} is published, without waiting for nodes that have been silent for a minute: ${reason}. Remove nodes that are gone for good with \`${command} nodes forget\`.`,
  STORE_NEWER: ({ file, version, supported }: { file: string; version: number; supported: number }) =>
    `The notice store ${file} has format ${version}, but this version supports formats only up to ${supported}: start the newer version that wrote it.`,
  STORE_CORRUPT: ({ file, reason, schema }: AtFileWhy & { schema?: string }, command: string) =>
    `The notice store ${file} is corrupt (${reason}): ${schema === undefined ? "" : `rename its schema with \`ALTER SCHEMA "${schema}" RENAME TO "${schema}_broken"\`, then `}restore a backup with \`${command} restore FILE\`${schema === undefined ? ", which moves the broken store aside" : ""}.`,
  STORE_DAMAGED: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} in the store is damaged (${reason}): repair the store with \`${command} restore FILE\`, or publish another notice with \`${command} apply FILE\` or \`${command} rollback N\`.`,
  STORE_BEHIND: ({ current, known }: { current: number; known: number }) =>
    `The notice store is at revision ${current}, but visitors have seen revision ${known}, which it has lost: publish again, and every node shows that.`,
  NUMBER_IGNORED: ({ number, where, current }: { number: number; where: string; current: number }) =>
    `Revision ${number} in ${where} is ignored: the store is at revision ${current}, and no store gets so far ahead.`,
  NOTICE_ELSEWHERE: ({ names, number }: { names: string; number: number }, command: string) =>
    `The database has a new store, and visitors of ${names} see revision ${number} of another, whose text is not known here: publish a whole notice with \`${command} apply FILE\`.`,
  STORE_PROBE_FAILED: ({ outcome }: { outcome: string }) =>
    `Opening the notice store ${outcome}: check whether another process keeps it locked, and whether its disk responds and has free space.`,
  STORE_UNREADY: ({ reason }: { reason: string }) => reason,
  WRITE_LOST: ({ file }: AtFile, command: string) =>
    `The change was lost, because ${file} was removed or replaced meanwhile: if it is missing, create it with \`${command} init\`. Then repeat the change.`,
});

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
