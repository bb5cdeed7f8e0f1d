import type { Command } from "commander";
import { post } from "../post.ts";
import type { Context } from "../terminal/context.ts";
import { readDocument } from "../terminal/document.ts";
import { addExamples, addPostOptions, type PostOptions } from "../terminal/options.ts";

export function addApply(program: Command, context: Context): void {
  const command = program
    .command("apply")
    .summary("replace the notice by a JSON file")
    .description("Replaces the whole notice by the document in a JSON file.")
    .argument("<file>", "the JSON file; - is standard input");
  addPostOptions(command).action(async (file: string, options: PostOptions) => {
    const notice = await readDocument(file, context.stdin);
    await post(context, options, () => notice);
  });
  addExamples(command, "apply notice.json", "show --json | npx notice apply - --dry-run");
}
