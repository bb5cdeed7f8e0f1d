import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { machineHome, type Program } from "../../schema/settings/home.ts";
import { addExamples } from "../terminal/options.ts";
import { linesOn, makeSettingsFolder, planFiles, writeFiles } from "./plan.ts";
import { findPrograms } from "./programs.ts";
import type { SystemdState } from "./system.ts";

/** The machine, and the user on it. */
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
