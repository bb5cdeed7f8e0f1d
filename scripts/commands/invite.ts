import type { Command } from "commander";
import { invitationOf } from "../../data/links.ts";
import { originUrl } from "../editor/address.ts";
import { printLink } from "../editor/print-link.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, duration } from "../terminal/options.ts";
import { tokenName } from "../terminal/token-name.ts";
import { lifetimeOf, scopeOption, type TokenOptions } from "../terminal/token-terms.ts";

interface InviteOptions extends TokenOptions {
  origin?: string;
}

export function addInvite(program: Command, context: Context): void {
  const command = program
    .command("invite")
    .summary("print a link that signs a colleague in to the editor")
    .description(
      "Prints a link that signs a person in to the editor. It works once, within 7 days. The sign-in lasts until it has not been used for a year.",
    )
    .argument("<name>", "the name of the person: the author in the history", tokenName)
    .addOption(scopeOption())
    .option("--expires <time>", "how long the sign-in lasts at most, such as 30d", duration)
    .option("--origin <url>", "the editor's address in browsers (default: EDITOR_ORIGIN)", originUrl)
    .action(async (name: string, { scope, expires, origin }: InviteOptions) => {
      const limitMs = expires === undefined ? undefined : lifetimeOf(expires);
      await printLink(context, origin, invitationOf(name, scope, context.now(), limitMs));
      context.printError(
        `Send it only to ${name}: the first person who opens it is signed in as ${name}. It works once, within 7 days.`,
      );
    });
  addExamples(command, "invite anna", "invite ben --scope read --expires 30d");
}
