import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished } from "vitest";

/** Holds a write lease, until whoever would open the file has waited for 45 s. */
const holder =
  '$| = 1; $SIG{IO} = "IGNORE"; open F, "+<", $ARGV[0] or die $!; fcntl F, 1024, 1 or die $!; print "held"; sleep';

/**
 * Has whoever opens a file wait, as on a disk that does not answer, until the test has ended.
 * @see https://man7.org/linux/man-pages/man2/F_SETLEASE.2const.html
 */
export async function holdFile(file: string): Promise<void> {
  const child = spawn("perl", ["-e", holder, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  const [said] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  expect(String(said)).toBe("held");
}
