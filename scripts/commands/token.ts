import type { Command } from "commander";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";
import { addCreate } from "./create.ts";
import { addList } from "./list.ts";
import { addRevoke } from "./revoke.ts";

export function addTokens(program: Command, context: Context): void {
  const tokens = program
    .command("token")
    .summary("make, list and revoke the tokens of the editor")
    .description("Makes, lists and revokes the tokens by which people and programs use the editor.");
  addCreate(tokens, context);
  addList(tokens, context);
  addRevoke(tokens, context);
  addExamples(tokens, "token create anna", "token list", "token revoke anna");
}
