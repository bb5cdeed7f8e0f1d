import { errorGroup } from "./error-group.ts";

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
  /** The settings that name them. */
  settings: [host: string, port: string];
  reason: string;
  isTaken: boolean;
}

/** Errors of an installation: its settings, files and address. */
export const setupErrors = errorGroup(500, 1, {
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
