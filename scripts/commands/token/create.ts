import { type Command, Option } from "commander";
import type { StoredToken } from "../../../data/access-store.ts";
import { deadlineIn } from "../../../data/time/deadline.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { newToken } from "../../../schema/token/new-token.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples, duration } from "../../terminal/options.ts";
import { asArgument, tokenName } from "../../terminal/token-name.ts";

/** 90 days, in ms. */
const defaultLifetimeMs = 90 * 86_400_000;

interface CreateOptions {
  scope: StoredToken["scope"];
  expires?: number;
  json?: boolean;
}

export function addCreate(tokens: Command, context: Context): void {
  const command = tokens
    .command("create")
    .summary("make a token and print it, this once")
    .description(
      "Makes a token for the editor and its API, and prints it, this once: the store has only its sum. " +
        "What is published with it has its name as the author.",
    )
    .argument("<name>", "who uses it", tokenName)
    .addOption(
      new Option("--scope <scope>", "what it may do; write includes read")
        .choices(["read", "write"])
        .default("write"),
    )
    .option("--expires <time>", "how long it is valid (default: 90d)", duration)
    .option("--json", "print the token as JSON")
    .action(async (name: string, { scope, expires = defaultLifetimeMs, json }: CreateOptions) => {
      if (expires === 0)
        throw new NoticeError("USAGE", { reason: "--expires 0 is over at once: give a time such as 90d." });
      const { text, stored } = newToken({ name, scope, lifetimeMs: expires }, context.now());
      const access = await context.backend.openAccess(deadlineIn());
      await access.addToken(stored).finally(() => access.close());
      const { sha256: _, ...shown } = stored;
      if (json) return context.printJson({ token: text, ...shown });
      context.print(text);
      context.print(
        `This is shown only now. It may ${scope === "write" ? "read and publish" : "read"} as ${name} until ${stored.expiresAt}; \`${context.commandName} token revoke ${asArgument(name)}\` ends it before.`,
      );
    });
  addExamples(command, "token create anna", "token create deploy --scope write --expires 30d");
}
