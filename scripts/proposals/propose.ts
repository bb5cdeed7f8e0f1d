import { accessSync, constants, existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Hint } from "../../api/assist/hints.ts";
import { defaultLimits, namesProxy } from "../../api/models/deployment.ts";
import { createChat, createSpeech } from "../../api/models/models.ts";
import { loadBrand } from "../../api/runtime/brand.ts";
import { publish } from "../../data/publish.ts";
import { whileOpen } from "../../data/store.ts";
import type { Usage } from "../../data/usage-store.ts";
import { folderFault, messageFor, NoticeError } from "../../schema/errors/notice-error.ts";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import { difference } from "../../schema/notice/difference.ts";
import { nameBySum } from "../../schema/notice/entity-tag.ts";
import { type Notice, serialize } from "../../schema/notice/notice.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { thisUser } from "../../schema/settings/env-file.ts";
import { typedHere } from "../../schema/words/typed-return.ts";
import type { Context } from "../terminal/context.ts";
import type { PublishOptions } from "../terminal/options.ts";
import { report, requestOf, targetOf, type Warn } from "../terminal/publish.ts";
import { usage } from "../words/usage.ts";
import { type Model, settingsOf } from "./model.ts";

/** The options of every command that has models propose a notice. */
export interface ProposalOptions extends Pick<PublishOptions, "dryRun" | "json"> {
  out?: string;
}

/** What a command that asks models works with. */
export interface Desk {
  notice: Notice;
  /** The notice before that one; absent for a first or a damaged one. */
  before: Notice | undefined;
  chat: NonNullable<ReturnType<typeof createChat>>;
  transcribe(recording: File): Promise<string>;
  /** The page's own sentences in a language. */
  voiceOf(tag: LanguageTag): string[];
  /** Writes a transcript beside the proposal, and returns its file; undefined for a dry run, or if that fails. */
  keep(transcript: string): string | undefined;
}

/** What models wrote, as the next notice, not checked yet. */
export interface Proposed {
  next: unknown;
  /** Each with its language, unless that is the notice's own. */
  hints: (Hint & { language?: string })[];
  /** How it was made, for the history: `translated with chat`. */
  how: string;
  warn: Warn;
  /** More of the JSON output. */
  more?: object | undefined;
  /** The error of the part that failed, although the rest succeeded. */
  failure?: NoticeError | undefined;
}

/**
 * Has models propose a notice, writes it into a file, and prints the difference, hints and the command that publishes
 * it. Nothing is published, and nobody is asked.
 * @throws NoticeError FILE_EXISTS, OUTPUT_UNWRITABLE before anything is sent, and what the work throws
 */
export async function writeProposal(
  given: Context,
  options: ProposalOptions,
  models: Model[],
  work: (desk: Desk) => Promise<Proposed>,
): Promise<void> {
  const { dryRun = false, json = false, out } = options;
  // Beside a document in standard output, everything else goes to standard error. A spread would read `backend`.
  const context: Context =
    out === "-" ? Object.assign(Object.create(given), { print: given.printError }) : given;
  const { commandName } = context;
  const names = [...settingsOf(models), "AZURE_OPENAI_API_VERSION", "AI_DAILY_LIMIT"];
  const config = context.readSettings(names);
  const file = createFile(given, options);
  const { voiceOf } = await import("../../web/render.tsx");
  // The service reports why it leaves a brand out.
  const brand = await loadBrand(context.installation.brandFolder, () => {});
  let usage: Usage | undefined;
  const reserve = async (): Promise<void> => {
    // Opened for each request, so that no connection waits for a model.
    usage = await whileOpen(context.backend.openUsage(), (store) => store.reserveUse(config.AI_DAILY_LIMIT));
  };
  const limits = { ...defaultLimits, reserve, hasProxy: namesProxy(context.env) };
  const [chat, speech] = [createChat(config, limits), createSpeech(config, limits)];
  if (!chat) throw new Error("The settings were there when the command began.");
  let before: Notice | undefined;
  try {
    const request = requestOf(context, { dryRun: true });
    const base = await publish(targetOf(context), request, async (current, store) => {
      const [, earlier] = await store.history({ limit: 2 });
      if (earlier && "notice" in earlier) before = earlier.notice;
      return current();
    });
    file.assertNew(base.number);
    const desk: Desk = {
      notice: base.notice,
      before,
      chat,
      transcribe: async (recording) => (await speech?.transcribe(recording)) ?? "",
      voiceOf: (tag) => voiceOf(tag, brand?.texts),
      keep(transcript) {
        try {
          return dryRun ? undefined : file.write(`${transcript}\n`, "txt");
        } catch (error) {
          // It was paid for, and is printed.
          return void context.printError(messageFor(error, commandName));
        }
      },
    };
    const { next, hints, how, warn, more, failure } = await work(desk);
    const notice = checkNotice(next);
    const changes = difference(base.notice, notice);
    for (const { language, detail } of hints)
      context.printError(`Hint${language === undefined ? "" : ` (${language})`}: ${detail}`);
    let proposal: { file: string; publish: string } | undefined;
    if (!dryRun && changes.length > 0) {
      const path = file.write(`${JSON.stringify(JSON.parse(serialize(notice)), null, 2)}\n`, "json") ?? "-";
      const follows = `--if-revision ${nameBySum(base.number, sumOf(base.notice))}`;
      proposal = { file: path, publish: `${commandName} apply ${inShell(path)} ${follows} --note "${how}"` };
    }
    const preview = { ...base, notice, changes, isNew: changes.length > 0 };
    const members = { hints, ...more, ...(proposal && { proposal }), usage };
    await report(context, options, preview, typedHere(context.now()), warn, members);
    if (proposal && !json)
      context.print(`Read ${out === "-" ? "it" : proposal.file}, then publish it: \`${proposal.publish}\`.`);
    if (failure) throw failure;
  } finally {
    if (usage) context.printError(`Model requests today: ${usage.count} of ${usage.limit}.`);
  }
}

/** The file of a proposal, which only its user may read; `-` is standard output. */
function createFile(context: Context, { out, dryRun = false, json }: ProposalOptions) {
  let name = out ?? "";
  const isSent = out === "-";
  if (isSent && json) throw usage("--json and --out - both write standard output: give only one.");
  const attempt = <T>(file: string, work: (path: string) => T): T => {
    try {
      return work(context.pathOf(file));
    } catch (cause) {
      const params = { file, reason: folderFault(cause), user: thisUser() };
      throw new NoticeError("OUTPUT_UNWRITABLE", params, { cause });
    }
  };
  return {
    /** Refuses a file that exists, before a model is asked. */
    assertNew(number: number): void {
      name ||= `notice-after-${number}.json`;
      if (dryRun || isSent) return;
      if (existsSync(context.pathOf(name))) throw new NoticeError("FILE_EXISTS", { file: name });
      attempt(name, (path) => accessSync(dirname(path), constants.W_OK));
    },
    write(text: string, extension: "json" | "txt"): string | undefined {
      if (isSent) return void (extension === "json" && context.print(text.trimEnd()));
      const file = extension === "json" ? name : `${name.replace(/\.json$/, "")}.txt`;
      attempt(file, (path) => writeFileSync(path, text, { flag: "wx", mode: 0o600 }));
      return file;
    },
  };
}

/** A path, quoted for a shell if necessary. */
function inShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
