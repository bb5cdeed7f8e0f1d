import type { Readable } from "node:stream";
import type { NoticePlace } from "../../data/store.ts";
import type { Config } from "../../schema/settings/config.ts";
import type { Installation } from "../../schema/settings/installation.ts";

/** What a command gets from the process that runs it. */
export interface Context {
  installation: Installation;
  place: NoticePlace;
  /** Who makes the change. */
  author(): string;
  now(): Date;
  /** The folder that relative paths of arguments start at. */
  folder: string;
  /** Lets the user edit a file; resolves with the editor's exit code. */
  edit(file: string): Promise<number>;
  /** Reads the settings with these names, or every one; throws SETTING_…, SECRET_…. */
  readSettings(only?: string[]): Config;
  stdin: Readable;
  /** Prints a line to standard output; nothing in it drives a terminal. */
  print(line: string): void;
  /** Prints a value as JSON to standard output. */
  printJson(value: unknown): void;
}
