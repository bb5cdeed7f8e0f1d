import type { Command } from "commander";
import type { StoredToken } from "../../data/access-store.ts";
import { whileOpen } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { isExpired } from "../../schema/token/find-token.ts";
import { newToken } from "../../schema/token/new-token.ts";
import { shownToken } from "../../schema/token/shown-token.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";
import { asArgument, tokenName } from "../terminal/token-name.ts";
import { addTokenTerms, lifetimeOf, type TokenOptions } from "../terminal/token-terms.ts";

export function addTokens(program: Command, context: Context): void {
  const tokens = program
    .command("token")
    .summary("make, list and revoke the tokens of the editor")
    .description("Makes, lists and revokes the tokens with which people and programs use the editor.");
  addCreate(tokens, context);
  addList(tokens, context);
  addRevoke(tokens, context);
  addExamples(tokens, "token create anna", "token list", "token revoke anna");
}

function addRevoke(tokens: Command, context: Context): void {
  const command = tokens
    .command("revoke")
    .summary("revoke a token and end its sessions")
    .description("Ends a token and all its sessions at once. Its name can be used again.")
    .argument("<name>", `the name, as in \`${context.commandName} token list\``, tokenName)
    .option("--json", "print the result as JSON")
    .action(async (name: string, { json }: { json?: boolean }) => {
      const { sha256: _, ...token } = await whileOpen(context.backend.openAccess(deadlineIn()), (access) =>
        access.revokeToken(name),
      );
      if (json) return context.printJson({ revoked: true, ...token });
      context.print(`Revoked: ${name}  ${token.scope}  …${token.ending}`);
    });
  addExamples(command, "token revoke anna");
}

function addList(tokens: Command, context: Context): void {
  const command = tokens
    .command("list")
    .summary("list the tokens")
    .description("Lists the tokens by name: scope, last characters, when each was made and when it expires.")
    .option("--json", "print them as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const stored = await whileOpen(context.backend.openAccess(deadlineIn()), (access) => access.tokens());
      const now = context.now();
      if (json) {
        return context.printJson(stored.map((token) => shownToken(token, now)));
      }
      for (const token of stored) context.print(describe(token, now));
      if (stored.length === 0)
        context.print(`There is no token: make one with \`${context.commandName} token create NAME\`.`);
    });
  addExamples(command, "token list", "token list --json");
}

function describe(token: StoredToken, now: Date): string {
  const { name, scope, ending, createdAt, expiresAt } = token;
  const until = isExpired(token, now) ? "expired" : "expires";
  return `${name}  ${scope}  …${ending}  created ${createdAt}  ${until} ${expiresAt}`;
}

interface CreateOptions extends TokenOptions {
  json?: boolean;
}

function addCreate(tokens: Command, context: Context): void {
  const command = tokens
    .command("create")
    .summary("make a token and print it once")
    .description(
      "Makes a token for the editor and its API, and prints it once: the store keeps only its hash. " +
        "The history shows its name as the author.",
    )
    .argument("<name>", "the name of its user", tokenName);
  addTokenTerms(command)
    .option("--json", "print the token as JSON")
    .action(async (name: string, { scope, expires, json }: CreateOptions) => {
      const { text, stored } = newToken({ name, scope, lifetimeMs: lifetimeOf(expires) }, context.now());
      await whileOpen(context.backend.openAccess(deadlineIn()), (access) => access.addToken(stored));
      const { sha256: _, ...shown } = stored;
      if (json) return context.printJson({ token: text, ...shown });
      context.print(text);
      context.printError(
        `This is shown only now. It may ${scope === "write" ? "read and publish" : "read"} as ${name} until ${stored.expiresAt}; \`${context.commandName} token revoke ${asArgument(name)}\` ends it earlier.`,
      );
    });
  addExamples(command, "token create anna", "token create deploy --scope write --expires 30d");
}
