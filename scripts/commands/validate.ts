import type { Command } from "commander";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { difference } from "../../schema/notice/difference.ts";
import { judgeDocument, typedHere } from "../../schema/words/typed-return.ts";
import { warnOfMarkup, warnOfTime } from "../../schema/words/warnings.ts";
import type { Context } from "../terminal/context.ts";
import { readDocument } from "../terminal/document.ts";
import { addExamples } from "../terminal/options.ts";

export function addValidate(program: Command, context: Context): void {
  const command = program
    .command("validate")
    .summary("check a JSON file against the schema")
    .description("Checks a document against the notice schema, and lists every fault. Nothing is published.")
    .argument("<file>", "the JSON file, or - for standard input")
    .option("--json", "print the result as JSON")
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { commandName } = context;
      const at = typedHere(context.now());
      const warnings: string[] = [];
      const notice = await readDocument(file, context, (document) => {
        const { faults, doubts } = judgeDocument(document, at, undefined, commandName);
        warnings.push(...doubts);
        return faults;
      }).catch((error) => reportFaults(context, error, json));
      const written = { notice, changes: difference(undefined, notice) };
      warnings.push(...warnOfTime(written, at, commandName), ...warnOfMarkup(written, commandName));
      if (json) return context.printJson({ valid: true, ...(warnings.length > 0 && { warnings }), notice });
      context.print(`${file === "-" ? "Standard input" : file} is a valid notice.`);
      for (const warning of warnings) context.print(warning);
    });
  addExamples(command, "validate notice.json");
}

/** Throws the error with every fault in its message, one per line. */
function reportFaults(context: Context, error: unknown, json = false): never {
  if (!isNoticeError(error) || !error.faults) throw error;
  const { faults } = error;
  if (json) context.printJson({ valid: false, faults });
  throw new NoticeError(
    "NOTICE_INVALID",
    { reason: faults.map(({ detail }) => detail).join("\n") },
    { cause: error },
  );
}
