import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { readBuild } from "../../../api/http/assets.ts";
import { createLog } from "../../../api/observe/log.ts";
import { startService } from "../../../api/runtime/service.ts";
import { backendOf } from "../../../data/backend.ts";
import { createStore } from "../../../data/create.ts";
import { readInstallation } from "../../../schema/settings/settings.ts";
import { notice } from "../command/command.ts";
import { temporaryFolder } from "../folder.ts";
import { type OnFinished, shared } from "../shared.ts";
import { linesOf } from "./service.ts";

export type ServiceHere = Awaited<ReturnType<typeof serveHere>>;

/** Starts a service in this process, and runs `notice set` with these options. */
export async function serveWith(...args: string[]): Promise<ServiceHere> {
  const service = await serveHere();
  if (args.length > 0) expect(await notice(service.env, ["set", ...args])).toMatchObject({ code: 0 });
  return service;
}

/** A service in this process for all tests of a file. */
export const sharedHere = (settings: Record<string, string> = {}): (() => ServiceHere) =>
  shared((onFinished) => serveHere(settings, onFinished));

/** Starts a service in this process on a real port and a real store, and stops it when the test ends. */
export async function serveHere(
  settings: Record<string, string> = {},
  onFinished: OnFinished = onTestFinished,
) {
  const database = settings.DATABASE ?? join(temporaryFolder(onFinished), "notice.db");
  const env = { ...process.env, PORT: "0", DATABASE: database, ...settings };
  const installation = readInstallation(env);
  const create = async () =>
    void (await createStore(await backendOf(installation), installation, "backsoon"));
  const probe = installation.isShared ? undefined : create;
  const build = readBuild(installation.webBuild);
  let written = "";
  const log = createLog(installation.config.LOG_LEVEL, (bytes, done) => {
    written += bytes;
    done(undefined, bytes.length);
  });
  const running = await startService({ installation, build, log, probe });
  let stopping: Promise<void> | undefined;
  const stop = (options: Parameters<typeof running.stop>[0] = { drainMs: 0, closeTimeoutMs: 0 }) =>
    (stopping ??= running.stop(options));
  onFinished(() => stop());
  return {
    url: running.address,
    database,
    /** The environment of a command that works on the same store. */
    env,
    readMetrics: running.readMetrics,
    /** The lines of its log so far. */
    log: () => linesOf(written),
    /** Resolves when every request under way has had its reply. */
    stop,
  };
}
