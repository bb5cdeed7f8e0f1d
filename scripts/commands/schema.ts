import type { Command } from "commander";
import { noticeSchema } from "../../schema/notice/notice.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";

export function addSchema(program: Command, context: Context): void {
  const command = program
    .command("schema")
    .summary("print the JSON Schema of a notice")
    .description("Prints the JSON Schema of a notice, as published at /api/notice/schema.")
    .option("--json", "the same: a schema is JSON")
    .action(() => context.printJson(noticeSchema));
  addExamples(command, "schema > notice.schema.json");
}
