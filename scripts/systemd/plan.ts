import { lstatSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../data/files/replace-file.ts";
import { sign, writerOf } from "../../data/files/signed-text.ts";
import { folderFault, NoticeError } from "../../schema/errors/notice-error.ts";
import { assertTrusted, machineHome } from "../../schema/settings/home.ts";
import { type Programs, sysusers, type UnitName, unitNames, unitOf } from "./units.ts";

/** A file to write, and the present file. */
export interface PlannedFile {
  path: string;
  text: string;
  present: Present;
}

/** The present file: none, the same text, or the text of another version. */
type Present = "none" | "same" | { version: string; text: string };

/**
 * Every file of an installation, below `root`.
 * @throws NoticeError UNIT_FOREIGN for files that somebody else wrote or changed; UNIT_UNUSABLE
 */
export function planFiles(version: string, programs: Programs, root: string): PlannedFile[] {
  const at = (path: string): string => join(root, path);
  const contents: [string, string][] = [
    [at("/etc/sysusers.d/backsoon.conf"), sysusers],
    ...unitNames.map((name): [string, string] => [
      at(`/etc/systemd/system/${name}`),
      `${adviceOn(name)}${unitOf(name, programs)}`,
    ]),
  ];
  const files = contents.map(([path, text]) =>
    planFile(path, sign(text, `# Written by backsoon ${version} install --systemd, sum `)),
  );
  const foreign = files.filter(({ present }) => present === "foreign").map(({ path }) => path);
  if (foreign.length > 0) throw new NoticeError("UNIT_FOREIGN", { files: foreign });
  return files as PlannedFile[];
}

/** Why nobody should change a unit, and what to do instead. */
function adviceOn(name: UnitName): string {
  return `# If you change this file, updates skip it: make changes with \`systemctl edit ${name}\`, which keeps them apart.\n\n`;
}

function planFile(path: string, text: string): { path: string; text: string; present: Present | "foreign" } {
  const before = readPresent(path);
  if (before === undefined) return { path, text, present: "none" };
  if (before === text) return { path, text, present: "same" };
  const [, version] =
    /^# Written by backsoon (\S+) install --systemd, sum $/.exec(writerOf(before) ?? "") ?? [];
  return { path, text, present: version === undefined ? "foreign" : { version, text: before } };
}

/** The text of a file; empty for anything else, such as a link with which systemd masks a unit. */
function readPresent(path: string): string | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? readFileSync(path, "utf8") : found && "";
  } catch (error) {
    throw unusable(path, "read", error);
  }
}

/** What changes in a file, with its removed and added lines. */
export function linesOn({ path, text, present }: PlannedFile, version: string): string[] {
  if (present === "none") return [`${path} is new.`];
  if (present === "same") return [`${path} is unchanged.`];
  const linesOf = (whole: string): string[] => whole.split("\n").slice(1);
  const [before, after] = [linesOf(present.text), linesOf(text)];
  return [
    `${path} is updated from ${present.version} to ${version}.`,
    ...before.filter((line) => !after.includes(line)).map((line) => `  - ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `  + ${line}`),
  ];
}

/**
 * Writes the files that differ, each whole or not at all.
 * @throws NoticeError UNIT_UNUSABLE
 */
export async function writeFiles(files: PlannedFile[]): Promise<void> {
  for (const { path, text } of files.filter(({ present }) => present !== "same")) {
    await orSay(path, async () => {
      mkdirSync(dirname(path), { recursive: true });
      await replaceFile(path, text);
    });
  }
}

/**
 * Makes the folder for the settings if there is none. systemd would give a new folder to the service's user, who could
 * then choose the settings of root's commands. systemd leaves an existing folder alone.
 * @throws NoticeError PATH_UNTRUSTED, UNIT_UNUSABLE
 */
export async function makeSettingsFolder(root: string): Promise<void> {
  const envFile = join(root, machineHome.envFile);
  // The root folder is root's, but for tests.
  assertTrusted({ envFile, owners: [lstatSync(root).uid], top: root });
  const folder = dirname(envFile);
  await orSay(folder, async () => mkdirSync(folder, { recursive: true }));
}

async function orSay(file: string, write: () => Promise<unknown>): Promise<void> {
  await write().catch((error) => {
    throw unusable(file, "written", error);
  });
}

function unusable(file: string, use: "read" | "written", cause: unknown): NoticeError {
  return new NoticeError("UNIT_UNUSABLE", { file, use, reason: folderFault(cause) }, { cause });
}
