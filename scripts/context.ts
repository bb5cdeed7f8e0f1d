import type { Readable } from "node:stream";
import type { NoticePlace } from "../data/store.ts";
import type { Installation } from "../schema/installation.ts";

/** What a command gets from the process that runs it. */
export interface Context {
  installation: Installation;
  place: NoticePlace;
  /** Who makes the change. */
  author(): string;
  now(): Date;
  stdin: Readable;
  /** Prints a line to standard output; nothing in it drives a terminal. */
  print(line: string): void;
  /** Prints a value as JSON to standard output. */
  printJson(value: unknown): void;
}
