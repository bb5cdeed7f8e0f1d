import type { Command } from "commander";
import { whileOpen } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { newToken } from "../../schema/token/new-token.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import { portNumber } from "../editor/address.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";
import { tokenName } from "../terminal/token-name.ts";
import { addTokenTerms, lifetimeOf, type TokenOptions } from "../terminal/token-terms.ts";

interface InviteOptions extends TokenOptions {
  port?: number;
}

export function addInvite(program: Command, context: Context): void {
  const command = program
    .command("invite")
    .summary("print a link that signs a colleague in to the editor")
    .description(
      "Prints a link to the editor that runs here. The first person who opens it gets a token and is signed in. It works once, within 24 hours, and only while this editor runs.",
    )
    .argument("<name>", "the name of the person: the author in the history", tokenName);
  addTokenTerms(command)
    .option("--port <number>", "the port of the editor, if several run", portNumber)
    .action(async (name: string, { scope, expires, port }: InviteOptions) => {
      const terms = { name, scope, lifetimeMs: lifetimeOf(expires) };
      // Fail now if the store refuses such a token, not when the colleague opens the link.
      await whileOpen(context.backend.openAccess(deadlineIn()), (access) =>
        access.rehearseToken(newToken(terms, context.now()).stored),
      );
      const { askForLink } = await import("../editor/links.ts");
      const { editorFolderOf } = await import("../editor/folder.ts");
      const link = await askForLink(editorFolderOf(context), port, terms);
      context.print(link);
      context.printError(
        `Send it only to ${name}: the first person who opens it gets the token. It works once, within 24 hours.`,
      );
      if (isLoopback(new URL(link).hostname))
        context.printError(
          "It works only on this computer: for other computers, start the editor with --origin.",
        );
    });
  addExamples(command, "invite anna", "invite ben --scope read --expires 30d");
}
