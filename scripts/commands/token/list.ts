import type { Command } from "commander";
import type { StoredToken } from "../../../data/access-store.ts";
import { deadlineIn } from "../../../data/time/deadline.ts";
import { isExpired } from "../../../schema/token/find-token.ts";
import { shownToken } from "../../../schema/token/shown-token.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";

export function addList(tokens: Command, context: Context): void {
  const command = tokens
    .command("list")
    .summary("list the tokens")
    .description(
      "Lists the tokens by name: scope, last characters, when each was made and until when it is valid.",
    )
    .option("--json", "print them as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const access = await context.backend.openAccess(deadlineIn());
      const stored = await access.tokens().finally(() => access.close());
      const now = context.now();
      if (json) {
        return context.printJson(stored.map((token) => shownToken(token, now)));
      }
      for (const token of stored) context.print(describe(token, now));
      if (stored.length === 0)
        context.print(`There is no token: \`${context.commandName} token create NAME\` makes one.`);
    });
  addExamples(command, "token list", "token list --json");
}

function describe(token: StoredToken, now: Date): string {
  const { name, scope, ending, createdAt, expiresAt } = token;
  const until = isExpired(token, now) ? "expired" : "expires";
  return `${name}  ${scope}  …${ending}  created ${createdAt}  ${until} ${expiresAt}`;
}
