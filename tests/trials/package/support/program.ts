import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { copyInstallation } from "../../../support/installation.ts";
import { type Service, startService } from "../../../support/service/service.ts";
import { commandOf, environmentOf, install } from "../../../support/trials/package.ts";

/** What a command came to. */
interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Backsoon as somebody has it: a clone, or installed. */
export interface Program {
  /** Serves, on a socket if one is given. */
  start(settings?: Record<string, string>, socket?: number): Promise<Service>;
  /** Runs a command to its end. */
  notice(...args: string[]): Promise<Outcome>;
}

/** Somebody who has a clone in their own folder, and has installed the package beside it. */
export interface Owner {
  clone: Program;
  installed: Program;
  /** The folder of the clone, and the home of the installed program. */
  folders: { clone: string; home: string };
  /** Runs lines in that user's shell, until one of them fails. */
  shell(lines: string): Promise<Outcome>;
}

/** Gives somebody a built clone and the installed package; both have the settings in their environment. */
export function newOwner(settings: Record<string, string> = {}): Owner {
  const got = install(inject("packageFile"), "npm-11", "24", "root");
  const folders = { clone: join(got.home, "backsoon"), home: join(got.home, ".local/share/backsoon") };
  copyInstallation("dist", folders.clone);
  // Where neither is set, the file with the settings says which store and which port it is.
  const cloneEnv: NodeJS.ProcessEnv = { ...process.env, DATABASE: "", PORT: "", ...settings };
  const installedEnv: NodeJS.ProcessEnv = { ...cloneEnv, ...environmentOf(got), BACKSOON_HOME: folders.home };
  const notice = commandOf(got, "notice");
  const serving = commandOf(got, "backsoon");
  return {
    folders,
    clone: {
      start: (more, socket) =>
        startService(textsOf({ ...cloneEnv, ...more }), { root: folders.clone, ...(socket && { socket }) }),
      notice: (...args) => run([process.execPath, join(folders.clone, "scripts/bin.mjs"), ...args], cloneEnv),
    },
    installed: {
      start: (more, socket) =>
        startService(textsOf({ ...installedEnv, ...more }), { command: serving, ...(socket && { socket }) }),
      notice: (...args) => run([...notice, ...args], installedEnv),
    },
    shell: (lines) => {
      const path = folderWith("notice", notice, installedEnv.PATH ?? "", got.home);
      const PATH = [path, process.env.PATH].join(":");
      return run(["sh", "-ec", lines], { ...installedEnv, PATH });
    },
  };
}

/** A folder for a path with a command, which finds on its own path what it needs: that of the shell has the clone's Node. */
function folderWith(name: string, command: string[], path: string, home: string): string {
  const folder = join(home, "path");
  mkdirSync(folder, { recursive: true });
  const words = [`PATH=${path}`, ...command].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  writeFileSync(join(folder, name), `#!/bin/sh\nexec env ${words.join(" ")} "$@"\n`, { mode: 0o755 });
  return folder;
}

function run([program = "", ...args]: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, args, { env, cwd: "/" }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === "number" ? error.code : Number(error !== null),
        stdout,
        stderr,
      }),
    );
  });
}

function textsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
