import { readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import type { CommandOutcome } from "../../../scripts/run.ts";
import { modelSettings, type Reply, sentinel, startRecorder } from "../network/recorder.ts";
import { notice, noticeProcess } from "./command.ts";
import { prepared } from "./prepared.ts";

/** What a person answers, one question after the other; without an answer, the input has ended. */
type Answers = (string | (() => string | Promise<string>))[];

/** A command on a store with words of its own, and models on this machine that reply as they are told. */
export async function withModels(reply: Reply, settings: Record<string, string> = {}) {
  const at = await prepared();
  const { url, recorded } = await startRecorder(reply);
  const env = { ...at.env, ...modelSettings(url), ...settings };
  const questions: string[] = [];
  const holdingSecrets = (outcome: CommandOutcome): CommandOutcome => {
    expect(outcome.stdout + outcome.stderr).not.toContain(sentinel);
    return outcome;
  };
  /** Runs it where there is no terminal. */
  const run = async (...args: string[]) =>
    holdingSecrets(await notice(env, args, { around: { toldToEnd: () => new Promise(() => {}) } }));
  /** Runs it at a terminal, where a person answers. */
  const runAsked = async (answers: Answers, ...args: string[]) => {
    const ask = async (question: string) => {
      questions.push(question);
      const answer = answers.shift();
      return typeof answer === "function" ? answer() : answer;
    };
    return holdingSecrets(
      await notice(env, args, { around: { toldToEnd: () => new Promise(() => {}), ask } }),
    );
  };
  return {
    ...at,
    env,
    recorded,
    questions,
    run,
    runAsked,
    runProcess: async (...args: string[]) => holdingSecrets(await noticeProcess(env, args)),
    /** How many requests were counted today. */
    counted: async () => {
      const usage = await sqliteBackend(at.database).openUsage();
      return usage.usesToday().finally(() => usage.close());
    },
  };
}

/** Where a proposal waits, as the last line says, and what is in its file, which this user alone may read. */
export function readWaiting(stdout: string) {
  const [, file = "", apply = ""] =
    /^The proposal is in (\S+): read it, then publish it with `npx notice ([^`]+)`\.\n$/m.exec(stdout) ?? [];
  expect(statSync(file).mode & 0o777).toBe(0o600);
  return { file, apply: apply.split(" "), notice: JSON.parse(readFileSync(file, "utf8")) };
}

/** What is in the file that an error names, which this user alone may read. */
export function readKept(stderr: string): string {
  const [, file = ""] = / kept in (\S+?)[.:]?(?: |\n)/.exec(stderr) ?? [];
  onTestFinished(() => rmSync(dirname(file), { recursive: true, force: true }));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  return readFileSync(file, "utf8");
}
