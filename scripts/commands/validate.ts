import type { Command } from "commander";
import type { Context } from "../terminal/context.ts";
import { readDocument } from "../terminal/document.ts";
import { addExamples } from "../terminal/options.ts";

export function addValidate(program: Command, context: Context): void {
  const command = program
    .command("validate")
    .summary("check a JSON file against the schema")
    .description("Checks a document against the notice schema; nothing else is read or written.")
    .argument("<file>", "the JSON file, or - for standard input")
    .option("--json", "print the result as JSON")
    .action(async (file: string, { json }: { json?: boolean }) => {
      const notice = await readDocument(file, context);
      if (json) return context.printJson({ valid: true, notice });
      context.print(`${file === "-" ? "Standard input" : file} is a valid notice.`);
    });
  addExamples(command, "validate notice.json");
}
