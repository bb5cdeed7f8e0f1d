import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import { type DiagnosticResult, isShared } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { checkBrand } from "../diagnostics/brand.ts";
import { checkExpectedReturn } from "../diagnostics/expected-return.ts";
import { checkSettings } from "../diagnostics/settings.ts";
import { checkStateFolder } from "../diagnostics/state-folder.ts";
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
      // What is the installation's first: the store's owner may not be able to read it.
      const settings = checkSettings(context);
      const page = checkPage(context);
      const brand = await checkBrand(context);
      const deployments = services ? await checkServices(context) : [];
      const results = [
        ...settings,
        ...(await context.backend.inspect()),
        page,
        ...brand,
        ...checkStateFolder(context),
        await checkLastKnownGood(context),
        ...(await checkExpectedReturn(context)),
        ...deployments,
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
  // A store that several nodes share says by itself what they have shown.
  if (current !== undefined && !isShared(known) && current < known.number) {
    const { message } = new NoticeError("STORE_BEHIND", { current, known: known.number });
    return { subject, state: "failure", detail: message };
  }
  return { subject, state: "ok", detail: `revision ${known.number}` };
}
