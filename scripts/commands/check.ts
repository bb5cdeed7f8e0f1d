import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import type { DiagnosticResult } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";

const marks = { ok: "ok      ", warning: "warning ", failure: "FAILURE " };

export function addCheck(program: Command, context: Context): void {
  const command = program
    .command("check")
    .summary("check everything that operation depends on")
    .description(
      "Checks everything that operation depends on, and prints a line for each; ends with exit code 1 if something is wrong.",
    )
    .option("--services", "also send a minimal request to the speech and chat deployments")
    .option("--json", "print the results as JSON")
    .action(async ({ services, json }: { services?: boolean; json?: boolean }) => {
      const results = [
        checkSettings(context),
        ...(await context.backend.inspect()),
        checkPage(context),
        await checkLastKnownGood(context),
        ...(services ? await checkServices(context) : []),
      ];
      if (json) context.printJson(results);
      else
        for (const { subject, state, detail } of results)
          context.print(`${marks[state]}${subject}: ${detail}`);
      const failures = results.filter(({ state }) => state === "failure");
      if (failures.length > 0)
        throw new NoticeError("CHECK_FAILED", { subjects: failures.map(({ subject }) => subject) });
    });
  addExamples(command, "check", "check --services", "check --json");
}

function checkSettings({ readSettings }: Context): DiagnosticResult {
  try {
    readSettings();
    return { subject: "settings", state: "ok", detail: "all valid" };
  } catch (error) {
    return { subject: "settings", state: "failure", detail: (error as Error).message };
  }
}

/** Loaded on demand, so that nothing else waits for what only this needs. */
async function checkServices({ readSettings }: Context): Promise<DiagnosticResult[]> {
  const services = await import("../diagnostics/models.ts");
  return services.checkServices(readSettings);
}

function checkPage({ installation }: Context): DiagnosticResult {
  const file = join(installation.webBuild, "index.html");
  const script = existsSync(file) && /src="\/(assets\/[^"]+)"/.exec(readFileSync(file, "utf8"))?.[1];
  const isBuilt = script && existsSync(join(installation.webBuild, script));
  return {
    subject: "page",
    state: isBuilt ? "ok" : "failure",
    detail: isBuilt ? `built, with ${script}` : "not built: run `npm run build`",
  };
}

async function checkLastKnownGood({ installation, backend }: Context): Promise<DiagnosticResult> {
  const subject = "last known good";
  const known = readLastKnownGood(installation.lastKnownGood);
  if (!known) {
    return {
      subject,
      state: "warning",
      detail: "none yet: the server writes one when it starts, and so does every change",
    };
  }
  const current = await backend.latestNumber().catch(() => undefined);
  if (current !== undefined && current < known.number) {
    const { message } = new NoticeError("STORE_BEHIND", { current, known: known.number });
    return { subject, state: "failure", detail: message };
  }
  return { subject, state: "ok", detail: `revision ${known.number}` };
}
