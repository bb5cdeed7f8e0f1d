import type { Command } from "commander";
import type { Revision } from "../../data/store.ts";
import type { Context } from "../context.ts";
import { type Change, difference } from "../difference.ts";
import { addExamples, wholeNumber } from "../options.ts";

interface HistoryOptions {
  limit: number;
  before?: number;
  json?: boolean;
}

export function addHistory(program: Command, context: Context): void {
  const command = program
    .command("history")
    .summary("list the revisions, newest first")
    .description("Lists the revisions, newest first: number, time, author and what changed.")
    .option("--limit <number>", "how many", wholeNumber, 20)
    .option("--before <revision>", "only those before this one", wholeNumber)
    .option("--json", "print them as JSON, with their documents")
    .action(async ({ limit, before, json }: HistoryOptions) => {
      const store = context.openStore();
      // One more than is shown: what changed in the last one is seen against it.
      const found = await store.history({ limit: limit + 1, before }).finally(() => store.close());
      const entries = found.slice(0, limit).map((revision, index) => withChanges(revision, found[index + 1]));
      if (json) {
        const changed = ({ changes }: Entry) => changes.map(({ field }) => field);
        return context.printJson(
          entries.map(({ changes, ...rest }) => ({ ...rest, changed: changed({ changes, ...rest }) })),
        );
      }
      for (const { revision, createdAt, author, changes } of entries) {
        context.print(`${revision}  ${createdAt}  ${author}  ${changes.map(inWords).join("; ")}`);
      }
      if (found.length > limit)
        context.print(`Older ones: npx notice history --before ${entries.at(-1)?.revision}`);
    });
  addExamples(command, "history", "history --limit 5 --json");
}

type Entry = Revision & { changes: Change[] };

function withChanges(revision: Revision, previous: Revision | undefined): Entry {
  return { ...revision, changes: difference(previous?.notice, revision.notice) };
}

function inWords({ field, after }: Change): string {
  if (after === undefined) return `${field} removed`;
  const text = String(after).replaceAll("\n", " ");
  return `${field}: ${text.length > 40 ? `${text.slice(0, 39)}…` : text}`;
}
