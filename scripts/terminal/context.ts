import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { StoreBackend } from "../../data/store.ts";
import { commandName } from "../../schema/errors/notice-error.ts";
import { readProgram } from "../../schema/settings/home.ts";
import type { Config, Installation } from "../../schema/settings/settings.ts";
import type { Environment } from "../../schema/settings/settings-schema.ts";

/** How a terminal shows a line; for a difference, by its sign. */
export type Style = "bold" | "dim" | "green" | "red";

/** The user that a store belongs to. */
export interface Owner {
  uid: number;
  gid: number;
}

/** The surroundings of a command: those of the process, or of a test. */
export interface Surroundings {
  /** The command's name here, for errors and help: `npx notice`, `sudo notice` or `notice`. */
  commandName: string;
  env: Environment;
  /** The folder that relative paths in arguments start from; undefined if it has been deleted. */
  folder: string | undefined;
  stdin: Readable;
  now(): Date;
  user(): string;
  /** Only for root: makes this process another user's for good. @throws NoticeError OWNER_UNREACHABLE */
  become?(owner: Owner): void;
  /** Lets the user edit a file; resolves with the exit code of their editor, or the signal that ended it. */
  edit(file: string): Promise<number | NodeJS.Signals>;
  send(file: string): Promise<void>;
  /** Resolves when this process is told to end. From the call on, signals do not end the process. */
  toldToEnd(): Promise<void>;
  /** The width of the terminal, and a line as it shows it; absent if standard output is none. */
  terminal?: { columns: number; paint(style: Style, line: string): string } | undefined;
  /** The command that opens a page in the user's browser; undefined if there is none, and for root. */
  browser?: string[] | undefined;
}

/** The settings that each command reads when it starts. A wrong one stops every command. */
export const startSettings = [
  "DATABASE",
  "DATABASE_PASSWORD",
  "STATE_DIR",
  "NODE_NAME",
  "BRAND_DIR",
  "EXPORT_DIR",
  "NOTICE_AUTHOR",
  "APP_URL",
  "SWITCH",
] as const satisfies (keyof Config)[];

export interface Context extends Omit<Surroundings, "user" | "folder" | "become"> {
  /** Its `config` has only the settings that were read at the start: for others, call `readSettings`. */
  installation: Omit<Installation, "config"> & { config: Pick<Config, (typeof startSettings)[number]> };
  /** The store. Reading this makes root the store's user for good; root has then opened what only root may open. */
  readonly backend: StoreBackend;
  /** Does work with the store on a file that perhaps only the user may read. Returns the work's result. */
  lend<T>(file: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Has root become the owner of the switch's folder, who must control the store if it is needed. @throws NoticeError SWITCH_OWNER */
  enterSwitch(folder: string, needsStore: boolean): void;
  /** The absolute path of a file that an argument names. @throws NoticeError FOLDER_DELETED */
  pathOf(file: string): string;
  author(): string;
  /** Reads the settings with these names; throws SETTING_…, SECRET_…. */
  readSettings<Name extends keyof Config>(only: Name[]): Pick<Config, Name>;
  /** The same for names in a list of strings, or for every setting. The others have their defaults. */
  readSettings(only?: string[]): Config;
  /** Prints a line to standard output, without control characters. */
  print(line: string, style?: Style): void;
  /** Prints a line to standard error, for remarks beside the result. */
  printError(line: string): void;
  printJson(value: unknown): void;
}

/** The command that opens a page in the user's browser; undefined if there is none. */
export function browserOf(env: Environment, platform: NodeJS.Platform): string[] | undefined {
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = env;
  if (BROWSER === "none" || SSH_CONNECTION) return undefined;
  if (BROWSER) return [BROWSER];
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["cmd", "/c", "start", ""];
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}

/**
 * The command's name in this folder. Only in a clone does npx find it; elsewhere npx would fetch a stranger's package
 * of that name. If it was run with sudo, what it says to type next needs sudo as well.
 */
export function commandNameIn(folder: string | undefined, sudoUser?: string): string {
  const program = readProgram();
  // A copy without sources, as in the image, is no clone, and may have no npx.
  const isClone = !program.isInstalled && existsSync(join(program.folder, "scripts", "notice.ts"));
  if (isClone && folder !== undefined && findPackage(folder) === program.folder) return `npx ${commandName}`;
  return sudoUser ? `sudo ${commandName}` : commandName;
}

/** The folder that npx searches first; undefined if there is none. @see https://docs.npmjs.com/cli/configuring-npm/folders */
function findPackage(folder: string): string | undefined {
  if (["package.json", "node_modules"].some((name) => existsSync(join(folder, name)))) return folder;
  const around = dirname(folder);
  return around === folder ? undefined : findPackage(around);
}
