import { join } from "node:path";
import { expect } from "vitest";
import { noticeProcess } from "../../../support/command/command.ts";
import { temporaryFolder } from "../../../support/folder.ts";

/** Exports the module of a store as people do; gives its file. */
export async function exportModule(env: NodeJS.ProcessEnv, folder = temporaryFolder()): Promise<string> {
  const file = join(folder, "worker.js");
  const { code, stderr } = await noticeProcess(env, ["export", "--worker", file]);
  expect([code, stderr]).toEqual([0, ""]);
  return file;
}
