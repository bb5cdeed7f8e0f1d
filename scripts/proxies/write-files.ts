import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { sha256 } from "../../schema/notice/sum.ts";

/** What became of a file: written, as it was, or left as somebody else has changed it. */
export type Outcome = "written" | "same" | "changed by hand";

interface NamedText {
  name: string;
  text: string;
}

/**
 * Writes files that begin with a hash of what follows, each whole or not at all; one that was changed by hand since, or is
 * not ours, is left.
 * @throws NoticeError FILE_UNWRITABLE
 */
export function writeFiles(folder: string, files: NamedText[], mode: number): [name: string, Outcome][] {
  return files.map(({ name, text }) => {
    const file = join(folder, name);
    try {
      mkdirSync(folder, { recursive: true });
      return [name, writeFile(file, withHash(text), mode)];
    } catch (cause) {
      throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
    }
  });
}

function writeFile(file: string, text: string, mode: number): Outcome {
  const before = readIfThere(file);
  if (before === text) return "same";
  if (before !== undefined && !isOurs(before)) return "changed by hand";
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, text, { flag: "wx", mode, flush: true });
  renameSync(unfinished, file);
  return "written";
}

const beginning = "# Written for Backsoon; do not change it here. SHA-256: ";

function withHash(text: string): string {
  return `${beginning}${hashOf(text)}\n${text}`;
}

function isOurs(text: string): boolean {
  const [first = "", ...rest] = text.split("\n");
  return first === `${beginning}${hashOf(rest.join("\n"))}`;
}

const hashOf = (text: string): string => sha256(text).slice(0, 16);

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fault;
  }
}
