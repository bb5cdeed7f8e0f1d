import { readFileSync } from "node:fs";

/** The kernel's ticks per second in /proc, whatever its own clock does. */
const ticksPerSecond = 100;

/** The CPU time of a process, in seconds. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function cpuSeconds(pid: number): number {
  // The program's name, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The resident size of a process, in MiB. */
export function residentSize(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}
