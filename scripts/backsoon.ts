import { CommanderError } from "commander";
import { toNoticeError } from "../schema/errors/notice-error.ts";
import { findHome, readProgram } from "../schema/settings/home.ts";
import { printable } from "../schema/text/text.ts";
import { createServiceProgram } from "./service-program.ts";
import { findSystemd, runStep } from "./systemd/system.ts";

process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  // A reader such as `head` closes the pipe early.
  if (code === "EPIPE") return;
  process.stderr.write(`The output could not be written (${code}), but the command was carried out.\n`);
  process.exitCode = 1;
});

process.stderr.on("error", () => {});

// Runs if `backsoon` has arguments. Without arguments it serves, and nothing here is loaded.
try {
  const program = readProgram();
  // No file that this writes is secret. Every user may read it, even if root's umask says otherwise.
  process.umask(0o022);
  const machine = {
    node: process.execPath,
    root: "/",
    isRoot: process.geteuid?.() === 0,
    systemd: findSystemd(),
    runStep,
  };
  const surroundings = { program, home: findHome(program, process.env), machine };
  const asked = createServiceProgram(surroundings, (text) => void process.stdout.write(text));
  await asked.parseAsync(process.argv.slice(2), { from: "user" });
} catch (error) {
  if (!(error instanceof CommanderError && error.exitCode === 0)) {
    const refused = toNoticeError(error);
    process.stderr.write(`${printable(refused.message)}\n`);
    process.exitCode = refused.exitCode;
  }
}
