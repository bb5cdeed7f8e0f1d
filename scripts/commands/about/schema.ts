import type { Command } from "commander";
import { brandSchema } from "../../../schema/brand/brand.ts";
import { noticeSchema } from "../../../schema/notice/notice.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";

export function addSchema(program: Command, context: Context): void {
  const command = program
    .command("schema")
    .summary("print the JSON Schema of a notice, or of a brand")
    .description("Prints the JSON Schema of a notice, as published at /api/notice/schema.")
    .option("--brand", "print the schema of brand.json instead")
    .option("--json", "no effect: the schema is always JSON")
    .action(({ brand }: { brand?: boolean }) => context.printJson(brand ? brandSchema : noticeSchema));
  addExamples(command, "schema > notice.schema.json", "schema --brand > brand.schema.json");
}
