import type { Command } from "commander";
import type { DiagnosticResult } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { checkBrandFolder } from "../diagnostics/brand.ts";
import { checkExpectedReturn } from "../diagnostics/expected-return.ts";
import { checkLastKnownGood } from "../diagnostics/last-known-good.ts";
import { checkPage } from "../diagnostics/page.ts";
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
      const results = await checkAll(context, services ?? false);
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

/** Every check, in the order in which the lines are printed. */
async function checkAll(context: Context, withModels: boolean): Promise<DiagnosticResult[]> {
  // Before root becomes the store's owner, who may not be able to read the installation.
  const settings = checkSettings(context);
  const page = checkPage(context);
  const brand = await checkBrandFolder(context);
  const models = withModels ? await checkModelsOf(context) : [];
  return [
    ...settings,
    ...(await context.backend.inspect()),
    page,
    ...brand,
    ...checkStateFolder(context),
    await checkLastKnownGood(context),
    ...(await checkExpectedReturn(context)),
    ...models,
  ];
}

/** Loaded on demand, so that nothing else waits for what only this needs. */
async function checkModelsOf(context: Context): Promise<DiagnosticResult[]> {
  const { checkModels } = await import("../diagnostics/models.ts");
  return checkModels(context);
}
