import type { Command } from "commander";
import { brandSchema } from "../../schema/brand/brand.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { secretFile, settings } from "../../schema/settings/settings-schema.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, usage } from "../terminal/options.ts";

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

export function addSettings(program: Command, context: Context): void {
  const command = program
    .command("settings")
    .summary("print all settings as a starter .env file")
    .description(
      "Prints all settings, with purpose and default, as a `.env` file in which every setting is commented out. " +
        "With a name, prints that setting and its allowed values. `check` shows what is set, and whether it is right.",
    )
    .argument("[setting]", "the name of a setting")
    .action((name?: string) => {
      const found = settings.filter(
        ([known]) => name === undefined || [known, secretFile(known)].includes(name),
      );
      const [[, one] = []] = found;
      if (!one) throw usage(`${name} is not a setting: \`${context.commandName} settings\` lists them.`);
      const rule = name === undefined ? [] : [`# It may be ${one.rule}.`];
      for (const line of [...exampleOf(found), ...rule]) context.print(line);
    });
  addExamples(command, "settings", "settings DATABASE");
}

/** Settings with their descriptions and defaults, as the lines of a `.env` file in which nothing is set. */
export function exampleOf(some = settings): string[] {
  const lines = some.flatMap(([name, { description, default: value = "" }]) => [
    "",
    `# ${description}`,
    `#${name}=${value}`,
  ]);
  return lines.slice(1);
}
