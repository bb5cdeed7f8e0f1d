import type { Command } from "commander";
import { type HistoryEntry, readHistory } from "../../data/history.ts";
import { whileOpen } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { type Change, changedFields, changedTranslations } from "../../schema/notice/difference.ts";
import { shorten } from "../../schema/text/text.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, wholeNumber } from "../terminal/options.ts";
import { ageOf } from "./show.ts";

interface HistoryOptions {
  limit: number;
  before?: number;
  json?: boolean;
}

export function addHistory(program: Command, context: Context): void {
  const command = program
    .command("history")
    .summary("list the revisions, latest first")
    .description("Lists the revisions, latest first: number, time, author and what changed.")
    .option("--limit <number>", "how many revisions to list", wholeNumber, 20)
    .option("--before <revision>", "only revisions before this one", wholeNumber)
    .option("--json", "print the revisions as JSON, with their documents")
    .action(async ({ limit, before, json }: HistoryOptions) => {
      const { entries, hasOlder } = await whileOpen(context.backend.read(deadlineIn()), (store) =>
        readHistory(store, { limit, before }),
      );
      const older = `Older revisions: ${context.commandName} history --before ${entries.at(-1)?.number}`;
      if (json) {
        // A page of long texts may be shorter than asked.
        if (hasOlder && entries.length < limit) context.printError(older);
        return context.printJson(
          entries.map(({ number, changes, translations: _, isAutomatic: __, ...entry }) => ({
            revision: number,
            ...entry,
            changed: changedFields(changes),
          })),
        );
      }
      for (const entry of entries) {
        const { number, createdAt, author } = entry;
        const line = `${number}  ${ageOf(createdAt, context.now())}  ${author}  ${inWords(entry) || "nothing changed"}`;
        context.print(shorten(line, context.terminal?.columns ?? Infinity));
      }
      if (hasOlder) context.print(older);
    });
  addExamples(command, "history", "history --limit 5 --json");
}

function inWords(entry: HistoryEntry): string {
  if ("damage" in entry) return `damaged: ${entry.damage}`;
  const { changes, notice } = entry;
  const own = changes.filter(({ field, translation }) => !translation && field !== "isEnabled");
  const translated = changedTranslations(changes);
  const isThere = (tag: string): boolean => notice.translations?.[tag] !== undefined;
  return [
    ...own.map(changeInWords),
    ...inList("translations", translated.filter(isThere)),
    ...inList(
      "translations removed",
      translated.filter((tag) => !isThere(tag)),
    ),
  ].join("; ");
}

function inList(name: string, tags: string[]): string[] {
  return tags.length === 0 ? [] : [`${name}: ${tags.join(", ")}`];
}

function changeInWords({ field, after }: Change): string {
  if (after === undefined) return `${field} removed`;
  return `${field}: ${String(after).replaceAll("\n", " ")}`;
}
