import type { Command } from "commander";
import { deadlineIn } from "../../data/deadline.ts";
import { type HistoryEntry, readHistory } from "../../data/history.ts";
import { shownIn } from "../../data/publish.ts";
import { whileOpen } from "../../data/store.ts";
import { findPlaceholderContact } from "../../schema/advice/advice.ts";
import { typedHere } from "../../schema/advice/typed-return.ts";
import { type Change, changedFields, changedTranslations } from "../../schema/notice/difference.ts";
import { findOverdue, readExpectedReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { shorten } from "../../schema/text/text.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, wholeNumber } from "../terminal/options.ts";
import { askWhoSees, sayReturn, targetOf } from "../terminal/publish.ts";
import { describeLanguages, readLanguage, type Visit, visitOf } from "../words.ts";

export function addShow(program: Command, context: Context): void {
  const command = program
    .command("show")
    .summary("print the notice, its revision, author and time")
    .description("Prints the notice that visitors see, its revision, who published it and when.")
    .option("--lang <tag>", "print what a visitor with this language reads, such as de-AT")
    .option("--json", "print only the document, or what the visitor reads, as JSON")
    .action((options: ShowOptions) => printNotice(context, options));
  addExamples(command, "show", "show --json > notice.json", "show --lang de-AT");
}

type ShowOptions = { lang?: string; json?: boolean };

export async function printNotice(context: Context, { lang, json }: ShowOptions = {}): Promise<void> {
  const { print, commandName } = context;
  const page = lang === undefined ? undefined : readLanguage("--lang", lang);
  const { number, notice, author, createdAt, from } = await shownIn(targetOf(context), deadlineIn());
  const visit = page && (await visitOf(notice, page));
  if (json) return context.printJson(visit ?? notice);
  print(`Revision ${number}, by ${author}, ${ageOf(createdAt, context.now())}`, "bold");
  if (from !== undefined) print(`It is from ${from}: the store does not have it. Publish again.`);
  for (const line of await askWhoSees(context)) print(line);
  if (visit) print(describeLanguages(notice, visit, commandName));
  for (const line of rowsOf(visit ?? notice, context)) print(line);
  const overdue = findOverdue(notice, context.now().getTime(), commandName);
  if (overdue) print(overdue.message);
  const placeholder = findPlaceholderContact(notice, commandName);
  if (placeholder !== undefined) print(placeholder);
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How long ago a time was: `2 minutes ago`. */
function ageOf(createdAt: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(createdAt)) / 1000);
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? (["second", 1] as const);
  return new Intl.RelativeTimeFormat("en").format(-Math.floor(seconds / size), unit);
}

/** The fields that are set, as lines. An expected return is told as clocks here show it. */
function rowsOf(shown: Notice | Visit, context: Context): string[] {
  const { title, message, expectedReturn, contactEmail } = shown;
  const isTime = expectedReturn !== undefined && readExpectedReturn(expectedReturn).kind === "time";
  const { language, translations } = "page" in shown ? {} : shown;
  const rows = {
    Title: title,
    Message: message,
    Back: isTime ? sayReturn(shown, typedHere(context.now())) : expectedReturn,
    Contact: contactEmail,
    Language: language,
    Translations: translations && Object.keys(translations).join(", "),
  };
  return Object.entries(rows).flatMap(([name, value]) =>
    value === undefined
      ? []
      : `${`${name}:`.padEnd(width)}${value.replaceAll("\n", `\n${" ".repeat(width)}`)}`,
  );
}

const width = 14;

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
