import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { replaceFile, sign, writerOf } from "../../data/files.ts";
import { fileFault, folderFault, NoticeError } from "../../schema/errors/notice-error.ts";
import { assertTrusted, machineHome, type Program } from "../../schema/settings/home.ts";
import { addExamples } from "../terminal/options.ts";
import type { SystemdState } from "./system.ts";
import { type Programs, sysusers, type UnitName, unitNames, unitOf } from "./units.ts";

export interface Machine {
  /** The path of the Node that runs this. */
  node: string;
  /** Its root folder: "/", but for tests. */
  root: string;
  isRoot: boolean;
  systemd: SystemdState;
  /** Runs a program to its end, and throws if that is a failure. */
  runStep(command: string[]): void;
}

interface InstallOptions {
  dryRun?: boolean;
}

export function addInstall(
  program: Command,
  installed: Program,
  machine: Machine,
  print: (line: string) => void,
): void {
  const command = program
    .command("install")
    .summary("have systemd run the service")
    .description(
      "Writes the units of the service, its socket and the editor, and creates their user. Then enables and starts the service, " +
        "or restarts it. Run this again after each update. Units that you wrote or changed are not touched.",
    )
    .requiredOption("--systemd", "for systemd, the only supported service manager")
    .option("--dry-run", "print what would be written and run, without doing so")
    .action((options: InstallOptions) => install(options, installed, machine, print));
  addExamples(command, "install --systemd --dry-run", (name) => `sudo ${name} install --systemd`);
}

async function install(
  { dryRun }: InstallOptions,
  { folder, isInstalled, version }: Program,
  { node, root, isRoot, systemd, runStep }: Machine,
  print: (line: string) => void,
): Promise<void> {
  if (!isInstalled) throw new NoticeError("CLONE_INSTALLED", {});
  if (!dryRun) {
    if (systemd === "absent") throw new NoticeError("SYSTEMD_MISSING", {});
    if (!isRoot) throw new NoticeError("ROOT_NEEDED", {});
  }
  const files = planFiles(version, findPrograms({ node, folder }, root), root);
  const steps = stepsOf(systemd);
  if (dryRun) {
    for (const { path, text } of files) print(`==> ${path}\n${text}`);
    print(`Then: ${inWords(steps)}`);
    return;
  }
  await makeSettingsFolder(root);
  await writeFiles(files);
  for (const line of files.flatMap((file) => linesOn(file, version))) print(line);
  if (systemd === "running") {
    for (const step of steps) runStep(step);
    print("The service is started: see `systemctl status backsoon.service`.");
  } else {
    print(`Nothing is started, because systemd does not run here: run ${inWords(steps)}.`);
  }
  if (!lstatSync(join(root, machineHome.envFile), { throwIfNoEntry: false }))
    print(
      `Settings go to ${machineHome.envFile}, which root writes and the group backsoon reads. To make it, run as root: \`touch ${machineHome.envFile} && chgrp backsoon ${machineHome.envFile} && chmod 640 ${machineHome.envFile}\`.`,
    );
}

/** The commands to run after writing the files. Without a running systemd, they only make the user and the switch's folder, and enable the units. */
function stepsOf(systemd: SystemdState): string[][] {
  const ifRunning = (...steps: string[]) => (systemd === "running" ? steps : []);
  return [
    "systemd-sysusers backsoon.conf",
    "install -d -o backsoon -g backsoon -m 755 /etc/backsoon/switch",
    ...ifRunning("systemctl daemon-reload"),
    "systemctl enable backsoon.socket backsoon.service",
    // The socket is not restarted: visitors wait there meanwhile.
    ...ifRunning("systemctl restart backsoon.service", "systemctl try-restart backsoon-editor.service"),
  ].map((step) => step.split(" "));
}

function inWords(steps: string[][]): string {
  return steps.map((step) => `\`${step.join(" ")}\``).join(", ");
}

interface PlannedFile {
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

function linesOn({ path, text, present }: PlannedFile, version: string): string[] {
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
async function makeSettingsFolder(root: string): Promise<void> {
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

/** Folders that `ProtectHome=` and `PrivateTmp=` hide from the service. */
const hidden = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];
/** Other characters have a meaning for systemd, or separate words. */
const plainPath = /^[\w@+=:,.~/-]+$/;

/**
 * The programs of the units, without links in their paths, as seen on a machine with `root` as its root folder.
 * @throws NoticeError PROGRAM_MISPLACED if the service could not run one
 */
export function findPrograms({ node, folder }: Programs, root: string): Programs {
  const top = realpathSync(root);
  const hiding = hidden.flatMap((path) => [path, ...(existsSync(path) ? [realpathSync(path)] : [])]);
  const find = (given: string, isRun: boolean): string => {
    const real = resolveLinks(given);
    const path = top !== "/" && isIn(real, top) ? real.slice(top.length) : real;
    const refuse = (reason: string): never => {
      throw new NoticeError("PROGRAM_MISPLACED", { path, reason });
    };
    const around = hiding.find((place) => isIn(path, place));
    if (around) refuse(`the service does not see ${around}`);
    if (!plainPath.test(path)) refuse("a unit cannot name it, because its path has special characters");
    if (!isEverybodys(real, top, isRun ? 0o5 : 0o4)) refuse("not every user may read it");
    return path;
  };
  const bin = join(folder, "bin", "backsoon.cjs");
  return { node: find(node, true), folder: dirname(dirname(find(bin, false))) };
}

/** Fails if /proc is missing, as in a chroot, because Node finds its own path there. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new NoticeError("PROGRAM_MISPLACED", { path, reason: fileFault(cause) }, { cause });
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

/** Whether every user has these rights to a file, and may enter each folder above it up to `top`. */
function isEverybodys(file: string, top: string, rights: number): boolean {
  if (file === top || file === "/") return true;
  return (statSync(file).mode & rights) === rights && isEverybodys(dirname(file), top, 0o1);
}
