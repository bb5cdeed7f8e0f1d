import { join } from "node:path";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { type Service as Running, startService } from "../../../api/runtime/service.ts";
import { backendOf } from "../../../data/backend.ts";
import { createStore } from "../../../data/create.ts";
import { readInstallation } from "../../../schema/settings/installation.ts";
import { temporaryFolder } from "../folder.ts";

/** A service in this process: all of it, on a real port and a real store, but for what its process does. */
export interface ServiceHere {
  url: string;
  database: string;
  /** The environment of a command that works on the same store. */
  env: NodeJS.ProcessEnv;
  readMetrics: Running["readMetrics"];
}

/** Starts the service in this process, with a store of its own; it is stopped when the test ends. */
export async function serveHere(settings: Record<string, string> = {}): Promise<ServiceHere> {
  const database = settings.DATABASE ?? join(temporaryFolder(), "notice.db");
  const env = { ...process.env, PORT: "0", DATABASE: database, ...settings };
  const installation = readInstallation(env);
  const probe = async () => void (await createStore(backendOf(installation), installation, "backsoon"));
  const { address, readMetrics, stop } = await startService(installation, pino({ level: "silent" }), probe);
  onTestFinished(() => stop({ drainMs: 0, closeTimeoutMs: 0 }));
  return { url: address, database, env, readMetrics };
}
