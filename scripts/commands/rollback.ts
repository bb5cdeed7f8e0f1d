import type { Command } from "commander";
import { post } from "../post.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, addPostOptions, type PostOptions, wholeNumber } from "../terminal/options.ts";

export function addRollback(program: Command, context: Context): void {
  const command = program
    .command("rollback")
    .summary("post an earlier revision's notice again")
    .description(
      "Posts the notice of an earlier revision again, as a new revision: nothing in the history is lost.",
    )
    .argument("<revision>", "its number, as `npx notice history` lists it", wholeNumber);
  addPostOptions(command).action((revision: number, options: PostOptions) =>
    post(context, options, async (_current, store) => (await store.find(revision)).notice),
  );
  addExamples(command, "rollback 7", "rollback 7 --dry-run");
}
