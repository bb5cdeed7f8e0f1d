import type { Command } from "commander";
import type { Context } from "../terminal/context.ts";
import { readDocument } from "../terminal/document.ts";
import { addExamples, addPublishOptions, type PublishOptions } from "../terminal/options.ts";
import { publishAndReport } from "../terminal/publish.ts";

export function addApply(program: Command, context: Context): void {
  const command = program
    .command("apply")
    .summary("replace the notice with a JSON file")
    .description("Replaces the whole notice with the document in a JSON file.")
    .argument("<file>", "the JSON file, or - for standard input");
  addPublishOptions(command).action(async (file: string, options: PublishOptions) => {
    const notice = await readDocument(file, context);
    await publishAndReport(context, options, () => notice);
  });
  addExamples(command, "apply notice.json", (name) => `${name} show --json | ${name} apply - --dry-run`);
}
