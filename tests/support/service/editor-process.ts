import { spawn } from "node:child_process";
import { join } from "node:path";
import { notice } from "../command/command.ts";
import { temporaryFolder } from "../folder.ts";
import { watched } from "./service.ts";

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
export async function startEditorProcess(options: Options = {}) {
  const { args = ["--port", "0"], before = [] } = options;
  const env = await editorStore(options.settings);
  const [program = "", ...rest] = [...before, process.execPath, "scripts/bin.mjs", "editor", ...args];
  const watch = watched(spawn(program, rest, { env }));
  const link = await watch.find("stdout", /: (\S+)\n[\s\S]*Ctrl-C/);
  return {
    ...watch,
    /** The link that it printed. */
    link,
    url: new URL(link).origin,
    database: env.DATABASE ?? "",
    /** The environment of a command that works on the same store. */
    env,
  };
}
