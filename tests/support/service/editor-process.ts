import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { notice } from "../command/command.ts";
import { temporaryFolder } from "../folder.ts";

/** A running `npx notice editor`. */
export interface EditorProcess {
  /** The first URL of its output. */
  link: string;
  /** Where it is. */
  url: string;
  pid: number;
  database: string;
  /** The environment of a command that works on the same store. */
  env: NodeJS.ProcessEnv;
  /** What it wrote so far. */
  output(): { stdout: string; stderr: string };
  /** Resolves with the exit code; sends it a signal before if one is given. */
  ended(signal?: NodeJS.Signals): Promise<number | null>;
}

interface Options {
  args?: string[];
  settings?: Record<string, string>;
  /** What comes before the program and its arguments, such as what changes the user. */
  before?: string[];
}

/** The environment of a command on a store of its own, which is there already. */
export async function editorStore(settings: Record<string, string> = {}): Promise<NodeJS.ProcessEnv> {
  const DATABASE = settings.DATABASE ?? join(temporaryFolder(), "notice.db");
  const { DISPLAY: _, WAYLAND_DISPLAY: __, SSH_CONNECTION: ___, ...rest } = process.env;
  const env = { ...rest, DATABASE, NOTICE_AUTHOR: "anna", BROWSER: "none", ...settings };
  await notice(env, ["init"]);
  return env;
}

/** Starts the editor as ops do, on a free port unless `args` has one; it is ended when the test ends. */
export async function startEditorProcess({
  args = ["--port", "0"],
  settings = {},
  before = [],
}: Options = {}): Promise<EditorProcess> {
  const env = await editorStore(settings);
  const [program = "", ...rest] = [...before, process.execPath, "scripts/bin.mjs", "editor", ...args];
  const child = spawn(program, rest, { env });
  const output = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
  const close = once(child, "close");
  const ended = async (signal?: NodeJS.Signals): Promise<number | null> => {
    if (signal && child.exitCode === null) child.kill(signal);
    const [code] = await close;
    return code;
  };
  onTestFinished(async () => void (await ended("SIGKILL")));
  const link = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output.stdout += text;
      const [, found] = /(https?:\/\/\S+)\n/.exec(output.stdout) ?? [];
      // It has said everything once it has said how it ends, or where its link comes from.
      if (found && /Ctrl-C|prints a link/.test(output.stdout)) resolve(found);
    });
    close.then(([code]) => reject(new Error(`The editor ended with ${code}: ${output.stderr}`)));
  });
  return {
    link,
    env,
    ended,
    url: new URL(link).origin,
    pid: child.pid ?? 0,
    database: env.DATABASE ?? "",
    output: () => ({ ...output }),
  };
}
