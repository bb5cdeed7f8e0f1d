import type { Command } from "commander";
import { deadlineIn } from "../../../data/time/deadline.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";
import { tokenName } from "../../terminal/token-name.ts";

export function addRevoke(tokens: Command, context: Context): void {
  const command = tokens
    .command("revoke")
    .summary("end a token, and every session that it began")
    .description(
      "Ends a token at once, and every session in the editor that it began. Its name is free again.",
    )
    .argument("<name>", `as in \`${context.commandName} token list\``, tokenName)
    .option("--json", "print the result as JSON")
    .action(async (name: string, { json }: { json?: boolean }) => {
      const access = await context.backend.openAccess(deadlineIn());
      const { sha256: _, ...token } = await access.revokeToken(name).finally(() => access.close());
      if (json) return context.printJson({ revoked: true, ...token });
      context.print(`Revoked: ${name}  ${token.scope}  …${token.ending}`);
    });
  addExamples(command, "token revoke anna");
}
