import type { Command } from "commander";
import type { Address } from "../../api/editor/start.ts";
import { deadlineIn } from "../../data/deadline.ts";
import { invitationOf, ownLinkOf } from "../../data/links.ts";
import { type StoredToken, whileOpen } from "../../data/store.ts";
import { isExpired, newToken } from "../../schema/token/token.ts";
import { hostName, originUrl, portNumber, printLink } from "../editor/address.ts";
import type { Context } from "../terminal/context.ts";
import {
  addExamples,
  asArgument,
  duration,
  lifetimeOf,
  scopeOption,
  type TokenOptions,
  tokenName,
} from "../terminal/options.ts";

export function addTokens(program: Command, context: Context): void {
  const tokens = program
    .command("token")
    .summary("make tokens, list and revoke all who may use the editor")
    .description("Makes tokens for programs. Lists and revokes tokens, people's sign-ins and open links.");
  addCreate(tokens, context);
  addList(tokens, context);
  addRevoke(tokens, context);
  addExamples(tokens, "token create anna", "token list", "token revoke anna");
}

function addRevoke(tokens: Command, context: Context): void {
  const command = tokens
    .command("revoke")
    .summary("end the token, the sign-ins and the links of a name")
    .description(
      "Ends the token, every sign-in and every open link of a name at once. The name can be used again.",
    )
    .argument("<name>", `the name, as in \`${context.commandName} token list\``)
    .option("--json", "print the result as JSON")
    .action(async (name: string, { json }: { json?: boolean }) => {
      const now = context.now();
      const revoked = await whileOpen(context.backend.openAccess(deadlineIn()), (access) =>
        access.revoke(name.normalize(), now.toISOString()),
      );
      if (json) return context.printJson({ revoked: revoked.map((token) => shown(token, now)) });
      for (const { name, kind, scope, ending } of revoked)
        context.print(`Revoked: ${name}  ${kind}  ${scope}  …${ending}`);
    });
  addExamples(command, "token revoke anna");
}

function addList(tokens: Command, context: Context): void {
  const command = tokens
    .command("list")
    .summary("list the tokens, sign-ins and open links")
    .description(
      "Lists the tokens, sign-ins and open links by name: scope, last characters, when each was made and last used, and when it expires.",
    )
    .option("--json", "print them as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const stored = await whileOpen(context.backend.openAccess(deadlineIn()), (access) => access.tokens());
      const now = context.now();
      const isOpen = (token: StoredToken): boolean =>
        token.kind === "token" ||
        (!isExpired(token, now) && (token.kind === "sign-in" || token.usedAt === null));
      const open = stored.filter(isOpen);
      if (json) return context.printJson(open.map((token) => shown(token, now)));
      for (const token of open) context.print(describe(token, now));
      if (open.length === 0)
        context.print(`There is no token: make one with \`${context.commandName} token create NAME\`.`);
    });
  addExamples(command, "token list", "token list --json");
}

function shown(token: StoredToken, now: Date) {
  const { sha256: _, limitAt: __, ...rest } = token;
  return { ...rest, expired: isExpired(token, now) };
}

function describe(token: StoredToken, now: Date): string {
  const { name, kind, scope, ending, createdAt, usedAt, expiresAt } = token;
  const used = usedAt === null ? "" : `used ${usedAt}  `;
  const until = isExpired(token, now) ? "expired" : "expires";
  return `${name}  ${kind}  ${scope}  …${ending}  created ${createdAt}  ${used}${until} ${expiresAt}`;
}

interface CreateOptions extends TokenOptions {
  json?: boolean;
}

function addCreate(tokens: Command, context: Context): void {
  const command = tokens
    .command("create")
    .summary("make a token and print it once")
    .description(
      "Makes a token for the editor's API, and prints it once: the store keeps only its hash. " +
        "The history shows its name as the author.",
    )
    .argument("<name>", "the name of its user", tokenName)
    .addOption(scopeOption())
    .option("--expires <time>", "how long the token is valid (default: 90d)", duration)
    .option("--json", "print the token as JSON")
    .action(async (name: string, { scope, expires, json }: CreateOptions) => {
      const terms = { name, scope, lifetimeMs: lifetimeOf(expires) };
      const { text, stored } = newToken("token" as const, terms, context.now());
      await whileOpen(context.backend.openAccess(deadlineIn()), (access) => access.addToken(stored));
      const { createdAt, expiresAt, ending } = stored;
      if (json) return context.printJson({ token: text, name, scope, ending, createdAt, expiresAt });
      context.print(text);
      context.printError(
        `This is shown only now. It may ${scope === "write" ? "read and publish" : "read"} as ${name} until ${expiresAt}; \`${context.commandName} token revoke ${asArgument(name)}\` ends it earlier.`,
      );
    });
  addExamples(command, "token create anna", "token create deploy --scope write --expires 30d");
}

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

export function addEditor(program: Command, context: Context): void {
  const command = program
    .command("editor")
    .enablePositionalOptions()
    .summary("edit the notice in a browser")
    .description(
      "Starts the editor on this machine, prints a link that signs you in, and runs until Ctrl-C. Only this machine can reach it, unless you give --host and --origin.",
    )
    .option("--host <address>", "the address to listen on", hostName, "127.0.0.1")
    .option("--port <number>", "the port to listen on", portNumber, 8081)
    .option("--origin <url>", "the URL that browsers use, if it is different", originUrl)
    .action(async (address: Address) => {
      // Loaded on demand, so that other commands do not wait for a server.
      const { runEditor } = await import("../editor/run-editor.ts");
      await runEditor(context, address);
    });
  addLink(command, context);
  addExamples(command, "editor", "editor --port 8082", "editor link");
}

function addLink(editor: Command, context: Context): void {
  const command = editor
    .command("link")
    .summary("print another sign-in link for yourself")
    .description(
      "Prints a link that signs you in to the editor: it works once, within five minutes. That sign-in lasts 12 hours, and may invite people.",
    )
    .option("--origin <url>", "the editor's address in browsers (default: EDITOR_ORIGIN)", originUrl)
    .action(async ({ origin }: { origin?: string }) => {
      await printLink(context, origin, ownLinkOf(context.author(), context.now()));
    });
  addExamples(command, "editor link", "editor link --origin http://127.0.0.1:8082");
}
