import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { notice } from "../command/command.ts";
import { temporaryFolder } from "../folder.ts";

export interface EditorProcess {
  /** The link that it printed. */
  link: string;
  url: string;
  pid: number;
  database: string;
  /** The environment of a command that works on the same store. */
  env: NodeJS.ProcessEnv;
  output(): { stdout: string; stderr: string };
  /** Sends a signal if one is given. Resolves with the exit code. */
  ended(signal?: NodeJS.Signals): Promise<number | null>;
}

interface Options {
  args?: string[];
  settings?: Record<string, string>;
  /** Words before the command, such as those that change the user. */
  before?: string[];
}

/** Makes a store. Returns the environment of commands that work on it. */
export async function editorStore(settings: Record<string, string> = {}): Promise<NodeJS.ProcessEnv> {
  const DATABASE = settings.DATABASE ?? join(temporaryFolder(), "notice.db");
  const { DISPLAY: _, WAYLAND_DISPLAY: __, SSH_CONNECTION: ___, ...rest } = process.env;
  const env = { ...rest, DATABASE, NOTICE_AUTHOR: "anna", BROWSER: "none", ...settings };
  await notice(env, ["init"]);
  return env;
}

/** Starts `npx notice editor`, by default on a free port. It ends with the test. */
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
      // One of these sentences ends its output.
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
