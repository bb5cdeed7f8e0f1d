import type { Readable } from "node:stream";
import type { StoreBackend } from "../../data/store.ts";
import type { Installation } from "../../schema/settings/installation.ts";
import type { Config, Environment } from "../../schema/settings/settings.ts";

/** What surrounds a command: the process that runs it, or a test that stands in for one. */
export interface Surroundings {
  env: Environment;
  /** The folder that relative paths in arguments start from. */
  folder: string;
  stdin: Readable;
  now(): Date;
  /** The name of the system user. */
  user(): string;
  /** Lets the user edit a file; resolves with the editor's exit code. */
  edit(file: string): Promise<number>;
}

/** What a command works with. */
export interface Context extends Omit<Surroundings, "env" | "user"> {
  installation: Installation;
  backend: StoreBackend;
  /** Who makes the change. */
  author(): string;
  /** Reads the settings with these names, or every one; throws SETTING_…, SECRET_…. */
  readSettings(only?: string[]): Config;
  /** Prints a line to standard output; nothing in it can control a terminal. */
  print(line: string): void;
  /** Prints a value as JSON to standard output. */
  printJson(value: unknown): void;
}
