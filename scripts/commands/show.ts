import type { Command } from "commander";
import { shownIn } from "../../data/predecessor.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { findOverdue, readExpectedReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { typedHere } from "../../schema/words/typed-return.ts";
import { findPlaceholderContact } from "../../schema/words/warnings.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";
import { sayReturn, targetOf } from "../terminal/publish.ts";
import { askWhoSees } from "../terminal/who-sees.ts";
import { readLanguage } from "../words/languages.ts";
import { describeLanguages, type Visit, visitOf } from "../words/visit.ts";

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

/** Prints what visitors see, who sees it, and what is doubtful. */
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
export function ageOf(createdAt: string, now: Date): string {
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

/** The width of the names of fields. */
const width = 14;
