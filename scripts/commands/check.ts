import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import type { Finding } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/errors.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";

const marks = { ok: "ok      ", warning: "warning ", failure: "FAILURE " };

export function addCheck(program: Command, context: Context): void {
  const command = program
    .command("check")
    .summary("look at everything that ops depend on")
    .description(
      "Looks at everything that ops depend on, and prints a line for each; exit code 1 when something is wrong.",
    )
    .option("--services", "send the smallest request to the speech and chat deployments, too")
    .option("--json", "print the findings as JSON")
    .action(async ({ services, json }: { services?: boolean; json?: boolean }) => {
      const findings = [
        checkSettings(context),
        ...(await context.place.inspect()),
        checkPage(context),
        await checkLastKnownGood(context),
        ...(services ? await checkServices(context) : []),
      ];
      if (json) context.printJson(findings);
      else
        for (const { subject, state, detail } of findings)
          context.print(`${marks[state]}${subject}: ${detail}`);
      const failures = findings.filter(({ state }) => state === "failure");
      if (failures.length > 0)
        throw new NoticeError("CHECK_FAILED", { subjects: failures.map(({ subject }) => subject) });
    });
  addExamples(command, "check", "check --services", "check --json");
}

function checkSettings({ readSettings }: Context): Finding {
  try {
    readSettings();
    return { subject: "settings", state: "ok", detail: "every one may be as it is" };
  } catch (error) {
    return { subject: "settings", state: "failure", detail: (error as Error).message };
  }
}

/** Loaded on demand: nobody else waits for what only this needs. */
async function checkServices({ readSettings }: Context): Promise<Finding[]> {
  const services = await import("../diagnostics/models.ts");
  return services.checkServices(readSettings);
}

function checkPage({ installation }: Context): Finding {
  const file = join(installation.webBuild, "index.html");
  const script = existsSync(file) && /src="\/(assets\/[^"]+)"/.exec(readFileSync(file, "utf8"))?.[1];
  const isBuilt = script && existsSync(join(installation.webBuild, script));
  return {
    subject: "page",
    state: isBuilt ? "ok" : "failure",
    detail: isBuilt ? `built, with ${script}` : "not built: run `npm run build`",
  };
}

async function checkLastKnownGood({ installation, place }: Context): Promise<Finding> {
  const subject = "last known good";
  const known = readLastKnownGood(installation.lastKnownGood);
  if (!known) {
    return { subject, state: "warning", detail: "none yet: the server writes it, and so does every change" };
  }
  const current = await place.newest().catch(() => undefined);
  if (current !== undefined && current < known.revision) {
    const { message } = new NoticeError("STORE_BEHIND", { current, known: known.revision });
    return { subject, state: "failure", detail: message };
  }
  return { subject, state: "ok", detail: `revision ${known.revision}` };
}
