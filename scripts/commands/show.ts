import type { Command } from "commander";
import { fields } from "../../schema/notice/notice.ts";
import type { Context } from "../terminal/context.ts";
import { describeExpectedReturn } from "../terminal/expected-return.ts";
import { addExamples } from "../terminal/options.ts";

export function addShow(program: Command, context: Context): void {
  const command = program
    .command("show")
    .summary("print the notice, its revision, author and time")
    .description("Prints the notice that visitors see, its revision, who published it and when.")
    .option("--json", "print the document alone, as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const store = await context.backend.open();
      const { number, notice, author, createdAt } = await store.latest().finally(() => store.close());
      if (json) return context.printJson(notice);
      context.print(`Revision ${number}, published ${createdAt} by ${author}`);
      const width = Math.max(...fields.map((field) => field.length)) + 2;
      for (const field of fields) {
        const value = notice[field] === undefined ? "(absent)" : String(notice[field]);
        context.print(field.padEnd(width) + value.replaceAll("\n", `\n${" ".repeat(width)}`));
      }
      const { expectedReturn } = notice;
      if (expectedReturn !== undefined)
        context.print(`${describeExpectedReturn(expectedReturn, context.now())}.`);
    });
  addExamples(command, "show", "show --json > notice.json");
}
