import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Whether the system reports what a process uses, as Linux does. */
export const isKnown = existsSync("/proc/self/stat");

/** How often a second the kernel counts, whatever its own clock does. */
const ticksPerSecond = 100;

/** The CPU time of a process and its children, in seconds. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function cpuSeconds(pid: number): number {
  // The program's name, in parentheses, may contain spaces.
  const fields = read(pid, "stat").split(") ")[1]?.split(" ") ?? [];
  const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  return sum(own, children(pid).map(cpuSeconds));
}

/** The resident size of a process and its children, in MiB. */
export function residentSize(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(read(pid, "status")) ?? [];
  return sum(Number(kibibytes) / 1024, children(pid).map(residentSize));
}

/** How many processes a process is, with its children. */
export function processCount(pid: number): number {
  return sum(1, children(pid).map(processCount));
}

/** How much of the processors' time the host of a virtual machine may give to others during a round, as a share. */
export const mostStolen = 0.03;

/** How many rounds there were, and in how many the host gave too much to others. */
export interface RoundCount {
  all: number;
  disturbed: number;
}

/** Counts the round that begins now; the function it returns says whether the round is worth nothing because of the host. */
export function watchHost(count: RoundCount): () => boolean {
  const before = processorTime();
  count.all += 1;
  return () => {
    const after = processorTime();
    const isDisturbed = after.stolen - before.stolen > mostStolen * (after.all - before.all);
    if (isDisturbed) count.disturbed += 1;
    return isDisturbed;
  };
}

/**
 * The time of all processors since the start, in the kernel's ticks, and what of it the host gave to others, which is
 * nothing where the system does not say.
 * @see https://man7.org/linux/man-pages/man5/proc_stat.5.html
 */
function processorTime(): { all: number; stolen: number } {
  if (!isKnown) return { all: 0, stolen: 0 };
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  // What guests of this machine take is in the first of these already.
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: sum(0, ticks), stolen: ticks[7] ?? 0 };
}

/** A thread that has ended since they were listed has none. */
function children(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const file = `task/${task}/children`;
    return readIfThere(pid, file).split(" ").filter(Boolean).map(Number);
  });
}

function readIfThere(pid: number, name: string): string {
  try {
    return read(pid, name);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // It may end before it is opened, or while it is read.
    if (code === "ENOENT" || code === "ESRCH") return "";
    throw error;
  }
}

function read(pid: number, name: string): string {
  return readFileSync(`/proc/${pid}/${name}`, "utf8");
}

function sum(own: number, others: number[]): number {
  return others.reduce((total, other) => total + other, own);
}
