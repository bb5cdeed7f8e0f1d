import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "vitest";
import { sqliteBackend } from "../../../../data/sqlite/backend.ts";
import { notice } from "../../../support/command/command.ts";
import { prepared } from "../../../support/command/prepared.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { modelSettings, type Reply, sentinel, startRecorder } from "../../../support/network/recorder.ts";

/** A store, and models on this machine that give this reply. */
export async function withModels(reply: Reply, settings: Record<string, string> = {}) {
  const at = await prepared();
  const { url, recorded } = await startRecorder(reply);
  const env = { ...at.env, ...modelSettings(url), ...settings };
  const folder = temporaryFolder();
  /** Runs a command in the folder, whose output must not have the key. */
  const run = async (...args: string[]) => {
    const outcome = await notice(env, args, { cwd: folder, around: { commandName: "npx notice" } });
    expect(outcome.stdout + outcome.stderr).not.toContain(sentinel);
    return outcome;
  };
  /** Runs the command that a proposal's last line names. */
  const apply = async (stdout: string) => run(...readProposal(stdout, folder).apply);
  return {
    ...at,
    env,
    recorded,
    folder,
    run,
    apply,
    /** The number of requests that were counted today. */
    counted: async () => {
      const usage = await sqliteBackend(at.database).openUsage();
      return usage.usesToday().finally(() => usage.close());
    },
  };
}

/** The file of a proposal, which only this user may read, and the command that publishes it, by the last line. */
export function readProposal(stdout: string, folder: string) {
  const [, file = "", apply = ""] =
    /^Read (\S+), then publish it: `(?:npx )?notice ([^`]+)`\.\n$/m.exec(stdout) ?? [];
  const path = resolve(folder, file);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const [, note = ""] = /--note "([^"]+)"$/.exec(apply) ?? [];
  return {
    file,
    apply: [...apply.replace(/ --note .*/, "").split(" "), "--note", note],
    notice: JSON.parse(readFileSync(path, "utf8")),
  };
}
