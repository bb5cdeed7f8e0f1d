import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect, vi } from "vitest";
import { patient } from "../support/patient.ts";
import type { OnFinished } from "../support/service/service.ts";

/** How a process ended, and what it said on standard error. */
type Ending = [code: number | null, signal: string | null, said: string];

/** Starts a service on a store in a file and tells it to stop as soon as it has the process that tries the store. */
export function stopWhileTrying(
  database: string,
  signal: NodeJS.Signals,
  onFinished: OnFinished,
): Promise<Ending> {
  return endingOf({ DATABASE: database }, database, onFinished, async (child) => {
    await vi.waitFor(() => expect(childrenOf(child)).not.toBe(""), patient);
    child.kill(signal);
  });
}

/** Starts a service on a database that never says anything and tells it to stop as soon as it has connected to that. */
export async function stopWhileWaiting(
  folder: string,
  settings: Record<string, string>,
  signal: NodeJS.Signals,
  onFinished: OnFinished,
): Promise<Ending> {
  const silent = createServer().listen(0, "127.0.0.1");
  onFinished(() => void silent.close());
  await once(silent, "listening");
  const connected = once(silent, "connection");
  const { port } = silent.address() as AddressInfo;
  const DATABASE = `postgres://anna@127.0.0.1:${port}/notice`;
  return endingOf({ DATABASE, STATE_DIR: folder, ...settings }, folder, onFinished, async (child) => {
    const [socket] = await connected;
    child.kill(signal);
    // It need not wait any longer.
    socket.destroy();
  });
}

/** Starts a service, stops it in some way, and sees to it that no process is left that was told of a place. */
async function endingOf(
  settings: Record<string, string>,
  place: string,
  onFinished: OnFinished,
  stop: (child: ChildProcess) => Promise<void>,
): Promise<Ending> {
  const env = { ...process.env, PORT: "0", ...settings };
  const child = spawn(process.execPath, ["dist/node/api/server.js"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]);
  await stop(child);
  const [[code, signal], said] = await ended;
  await vi.waitFor(() => expect(processesThatKnow(place)).toEqual([]), patient);
  return [code, signal, said];
}

/** The processes that a process has started, as the system lists them. */
function childrenOf({ pid }: ChildProcess): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
}

function processesThatKnow(place: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(`=${place}\0`);
    } catch {
      // It has ended, or is somebody else's.
      return false;
    }
  });
}
