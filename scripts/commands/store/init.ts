import type { Command } from "commander";
import { createStore } from "../../../data/create.ts";
import { shownIn } from "../../../data/predecessor.ts";
import { deadlineIn } from "../../../data/time/deadline.ts";
import { findPlaceholderContact } from "../../../schema/words/warnings.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";
import { targetOf } from "../../terminal/publish.ts";

export function addInit(program: Command, context: Context): void {
  const command = program
    .command("init")
    .summary("create the notice store if there is none")
    .description(
      "Creates the notice store if there is none, from the last known good notice or from data/notice.json.",
    )
    .option("--json", "print the result as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const { backend, installation } = context;
      const { database } = installation;
      const deadline = deadlineIn();
      const { number, from } = await createStore(backend, installation, context.author(), deadline);
      if (json) return context.printJson({ created: from !== undefined, database, revision: number, from });
      context.print(
        from
          ? `${database} is ready with revision ${number} from ${from}.`
          : `${database} already exists, at revision ${number}. Nothing was changed.`,
      );
      const { notice } = await shownIn(targetOf(context), deadline);
      const placeholder = from && findPlaceholderContact(notice, context.commandName);
      if (placeholder) context.print(placeholder);
    });
  addExamples(command, "init", "init --json");
}
