import { isIP } from "node:net";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type DiagnosticResult, warning } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { SeenResult } from "../diagnostics/check-from.ts";
import {
  checkAppAddress,
  checkBrandFolder,
  checkBuiltPage,
  checkSettings,
  checkStateFolder,
} from "../diagnostics/installation.ts";
import { checkLastKnownGood, checkShownNotice } from "../diagnostics/shown-notice.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, findUnknownZone, usage, visitorsUrl } from "../terminal/options.ts";

/** In the order of the lines: what is wrong comes first. */
const marks = { failure: "FAILURE ", warning: "warning ", ok: "ok      " };

export function addCheck(program: Command, context: Context): void {
  const command = program
    .command("check")
    .summary("check the store, the settings and the service, or the proxy from outside")
    .description(
      "Checks everything that the service needs, and prints a line for each, what is wrong first. The exit code is 1 if something is wrong (with --from, also while the app answers), and 0 if there are only warnings.",
    )
    .option("--models", "also send a minimal request to the speech and chat models")
    .addOption(
      new Option(
        "--from <url>",
        "ask this URL as a visitor instead, and check the notice that comes through your proxy",
      )
        .argParser(visitorsUrl)
        .conflicts("models"),
    )
    .option(
      "--staff-file <file>",
      "with --from: also check that the secret in this file leads staff past the notice",
    )
    .option(
      "--resolve <address>",
      "with --from: ask this IP address instead of DNS's, to test before DNS changes",
      ip,
    )
    .option("--no-service", "do not ask the service, such as before it starts")
    .option("--json", "print the results as JSON")
    .action(async ({ from, staffFile, resolve, ...options }: CheckOptions) => {
      const { models = false, service, json } = options;
      if (from) {
        // Loaded on demand, so that other checks do not wait for it.
        const { checkFrom } = await import("../diagnostics/check-from.ts");
        const { results, isAppSeen } = await checkFrom(context, from, { staffFile, resolve });
        report(context, results, json);
        if (isAppSeen) throw new NoticeError("NOTICE_UNSEEN", {});
        return;
      }
      if (staffFile !== undefined) throw usage("--staff-file needs --from: give the URL to ask.");
      if (resolve !== undefined) throw usage("--resolve needs --from: give the URL to ask.");
      report(context, await checkAll(context, models, service), json);
    });
  addExamples(
    command,
    "check",
    "check --models",
    "check --json",
    "check --from https://shop.example",
    "check --from https://shop.example/cart --staff-file staff.json",
  );
}

interface CheckOptions {
  models?: boolean;
  from?: URL;
  staffFile?: string;
  resolve?: string;
  service: boolean;
  json?: boolean;
}

function ip(value: string): string {
  if (isIP(value) === 0) throw new InvalidArgumentError("It must be an IP address, such as 192.0.2.7.");
  return value;
}

/** Prints the results, with likely causes of failures. @throws NoticeError CHECK_FAILED if there is a failure */
function report(context: Context, results: SeenResult[], json = false): void {
  if (json) context.printJson(results);
  else {
    const counts: string[] = [];
    for (const [wanted, mark] of Object.entries(marks)) {
      const lines = results.filter(({ state }) => state === wanted);
      for (const { subject, detail, cause, more } of lines) {
        context.print(`${mark}${subject}: ${detail}`);
        if (cause !== undefined) context.print(`        possible cause: ${cause}`);
        if (more !== undefined) context.print(`        more: ${more}`);
      }
      const name = lines.length === 1 ? wanted : `${wanted}s`;
      if (lines.length > 0) counts.push(`${lines.length} ${wanted === "ok" ? "fine" : name}`);
    }
    context.print(`${counts.join(", ")}.`);
  }
  const subjects = new Set(results.filter(({ state }) => state === "failure").map(({ subject }) => subject));
  const { documents } = context.installation;
  if (subjects.size > 0) throw new NoticeError("CHECK_FAILED", { subjects: [...subjects], documents });
}

async function checkAll(
  context: Context,
  withModels: boolean,
  withService: boolean,
): Promise<DiagnosticResult[]> {
  // First, because root then becomes the store's owner, who may not be able to read the settings.
  const settings = checkSettings(context);
  const page = checkBuiltPage(context);
  // Loaded on demand, so that other checks do not wait for them.
  const models = withModels ? await (await import("../diagnostics/models.ts")).checkModels(context) : [];
  return [
    ...settings,
    ...checkTimeZone(context),
    ...(await context.backend.inspect(context.commandName)),
    page,
    // As the store's owner, because the service runs as that user and must read the brand itself.
    ...(await checkBrandFolder(context)),
    ...(await checkAppAddress(context)),
    ...checkStateFolder(context),
    await checkLastKnownGood(context),
    ...(await checkShownNotice(context)),
    ...(context.installation.exportFolder === undefined
      ? []
      : await (await import("../exports.ts")).checkExport(context)),
    ...(withService ? await (await import("../diagnostics/service.ts")).checkService(context) : []),
    ...models,
  ];
}

/** Warns of an unknown time zone; no line otherwise. */
function checkTimeZone({ env }: Context): DiagnosticResult[] {
  const detail = findUnknownZone(env);
  return detail === undefined ? [] : [warning("time zone", detail)];
}
