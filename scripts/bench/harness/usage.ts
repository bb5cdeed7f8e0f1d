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

function children(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(pid, `task/${task}/children`).split(" ").filter(Boolean).map(Number),
  );
}

function read(pid: number, name: string): string {
  return readFileSync(`/proc/${pid}/${name}`, "utf8");
}

function sum(own: number, others: number[]): number {
  return others.reduce((total, other) => total + other, own);
}
