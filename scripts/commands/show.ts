import type { Command } from "commander";
import { shownIn } from "../../data/predecessor.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { fields, type Notice } from "../../schema/notice/notice.ts";
import { findOverdue } from "../../schema/notice/overdue.ts";
import { findPlaceholderContact } from "../../schema/words/contact.ts";
import { typedHere } from "../../schema/words/typed-return.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";
import { sayReturn, targetOf } from "../terminal/publish.ts";
import { askWhoSees } from "../terminal/who-sees.ts";
import { readLanguage } from "../words/languages.ts";
import { describeLanguages, visitOf } from "../words/visit.ts";

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

interface ShowOptions {
  lang?: string;
  json?: boolean;
}

/** Prints the notice, who sees it, and what is doubtful. */
export async function printNotice(context: Context, { lang, json }: ShowOptions = {}): Promise<void> {
  const page = lang === undefined ? undefined : readLanguage("--lang", lang);
  const { number, notice, author, createdAt, from } = await shownIn(targetOf(context), deadlineIn());
  const visit = page && (await visitOf(notice, page));
  if (json) return context.printJson(visit ?? notice);
  context.print(`Revision ${number}, published ${createdAt} by ${author}`);
  if (from !== undefined) context.print(`It is from ${from}: the store does not have it. Publish again.`);
  for (const line of await askWhoSees(context)) context.print(line);
  if (visit) context.print(describeLanguages(notice, visit, context.commandName));
  const { page: _, language: __, ...words } = visit ?? {};
  for (const line of inColumns(visit ? Object.entries(words) : rowsOf(notice))) context.print(line);
  const said = sayReturn(visit ?? notice, typedHere(context.now()));
  if (said !== undefined) context.print(`Expected return: ${said}.`);
  const overdue = findOverdue(notice, context.now().getTime(), context.commandName);
  if (overdue) context.print(overdue.message);
  const placeholder = findPlaceholderContact(notice, context.commandName);
  if (placeholder !== undefined) context.print(placeholder);
}

/** A name and its value. */
type Row = [name: string, value: string];

/** The fields of a notice; those about languages only if they are set. */
function rowsOf(notice: Notice): Row[] {
  const { language, translations, ...own } = notice;
  const names = fields.filter((field) => field !== "language" && field !== "translations");
  const rows = names.map((field): Row => [field, field in own ? String(own[field]) : "(absent)"]);
  if (language !== undefined) rows.push(["language", language]);
  if (translations) rows.push(["translations", Object.keys(translations).join(", ")]);
  return rows;
}

function inColumns(rows: Row[]): string[] {
  const width = Math.max(...fields.map((field) => field.length)) + 2;
  return rows.map(([name, value]) => name.padEnd(width) + value.replaceAll("\n", `\n${" ".repeat(width)}`));
}
