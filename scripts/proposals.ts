import { accessSync, constants, createReadStream, existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { type Hint, withoutInvisible } from "../api/assist/hints.ts";
import { type Proposal, proposeDraft, proposeTranslation } from "../api/assist/propose.ts";
import { defaultLimits, namesProxy } from "../api/models/deployment.ts";
import { createChat, createSpeech } from "../api/models/models.ts";
import { loadBrand } from "../api/runtime/brand.ts";
import { publish } from "../data/publish.ts";
import { type Usage, whileOpen } from "../data/store.ts";
import { warnOfDropped, warnOfStale } from "../schema/advice/advice.ts";
import { typedHere } from "../schema/advice/typed-return.ts";
import { createTurns, mostProposalsAtOnce } from "../schema/editor-api/turns.ts";
import {
  fileFault,
  folderFault,
  isNoticeError,
  messageFor,
  NoticeError,
  toNoticeError,
} from "../schema/errors/notice-error.ts";
import { type LanguageTag, languageTags, means } from "../schema/languages/tags.ts";
import { checkNotice } from "../schema/notice/change.ts";
import { difference } from "../schema/notice/difference.ts";
import { hashOf } from "../schema/notice/hash.ts";
import { type Notice, serialize } from "../schema/notice/notice.ts";
import { nameByHash } from "../schema/notice/protocol.ts";
import { changeValues, type Texts, translate, writtenTexts } from "../schema/notice/translations.ts";
import { thisUser } from "../schema/settings/env-file.ts";
import type { Context } from "./terminal/context.ts";
import { type PublishOptions, usage } from "./terminal/options.ts";
import { readStandardInput, report, requestOf, targetOf, type Warn } from "./terminal/publish.ts";

/** The options of every command that drafts. */
export interface DraftOptions extends ProposalOptions {
  language?: LanguageTag;
  keepTranslations?: boolean;
}

/** More than the largest recording, in bytes, so that the check sees if a file is too large. */
const maxReadBytes = 26_000_000;

/** Has the notice's words drafted from a brief; `-` is standard input. */
export async function runDraft(context: Context, options: DraftOptions, given: string): Promise<void> {
  const brief = given === "-" ? await readStandardInput(context) : given;
  if (brief.trim() === "") throw usage("The brief is empty: say in a few words what happens.");
  await writeProposal(context, options, ["CHAT"], (desk) => {
    refuseUnfit(desk, options);
    return draft(desk, options, brief, "drafted with chat");
  });
}

/** Has a recording transcribed, keeps the transcript beside the file, and has the notice's words drafted from it. */
export async function runDictate(context: Context, options: DraftOptions, file: string): Promise<void> {
  const recording = await readRecording(context, file);
  await writeProposal(context, options, ["SPEECH", "CHAT"], async (desk) => {
    refuseUnfit(desk, options);
    const transcript = withoutInvisible(await desk.transcribe(recording), "").trim();
    if (transcript === "")
      throw new NoticeError("RECORDING_INVALID", { reason: "has no audible words: record it again" });
    context.printError(`Transcript: ${transcript}`);
    const kept = desk.keep(transcript);
    if (kept) context.printError(`It is in ${kept}, for \`${context.commandName} draft - < ${kept}\`.`);
    const proposed = await draft(desk, options, transcript, "dictated");
    return { ...proposed, more: { transcript } };
  });
}

/** Has the notice's words translated into the given languages, or into all that it has or had. */
export function runTranslate(
  context: Context,
  options: ProposalOptions,
  given: LanguageTag[] | "all",
): Promise<void> {
  const { commandName } = context;
  return writeProposal(context, options, ["CHAT"], async (desk) => {
    const tags = languagesFor(desk, given, commandName);
    const { proposals, errors } = await translateInto(desk, tags);
    const failedTags = tags.filter((tag) => errors.has(tag));
    const reasons = failedTags.map((tag) => `${errors.get(tag)?.messageFor(commandName)}`);
    const [first] = errors.values();
    // If all failed for the same reason, it is said once.
    if (first && proposals.size === 0 && new Set(reasons).size === 1) throw first;
    for (const [at, tag] of failedTags.entries())
      context.printError(`${tag}: not translated. ${reasons[at]}`);
    const failure = first && new NoticeError("TRANSLATIONS_FAILED", { tags: failedTags });
    if (failure && proposals.size === 0) throw failure;
    return {
      next: tags.reduce(
        (next, tag) => translate(next, tag, proposals.get(tag)?.words ?? {}) as Notice,
        desk.notice,
      ),
      hints: tags.flatMap((language) =>
        (proposals.get(language)?.hints ?? []).map((hint) => ({ language, ...hint })),
      ),
      how: "translated with chat",
      warn: warnOfStale,
      more: failure && { failed: Object.fromEntries(failedTags.map((tag, at) => [tag, reasons[at]])) },
      failure,
    };
  });
}

/** Refuses, before anything is sent, to keep translations that would not fit a new title and message. */
function refuseUnfit({ notice }: Desk, options: DraftOptions): void {
  checkNotice(changed(notice, { title: "-", message: "-" }, options));
}

async function draft(desk: Desk, options: DraftOptions, brief: string, how: string): Promise<Proposed> {
  const { language } = options;
  const examples = language === undefined ? [] : desk.voiceOf(language);
  const { words, hints } = await proposeDraft(desk.chat, { brief, language, examples });
  return {
    next: changed(desk.notice, words, options),
    hints,
    how,
    warn: (publication, _at, commandName) => [
      ...warnOfStale(publication),
      ...warnOfDropped(publication, commandName, "translate --all"),
    ],
  };
}

function changed(notice: Notice, words: Texts, { language, keepTranslations }: DraftOptions): unknown {
  const isSaid = language === undefined || means(notice.language, language);
  return changeValues(notice, { ...words, ...(!isSaid && { language }) }, keepTranslations);
}

async function readRecording({ pathOf }: Pick<Context, "pathOf">, file: string): Promise<File> {
  try {
    const bytes = await buffer(createReadStream(pathOf(file), { end: maxReadBytes }));
    return new File([new Uint8Array(bytes)], "recording");
  } catch (cause) {
    const reason = `${file} cannot be read (${fileFault(cause)}): give the path of a file that this user may read`;
    throw new NoticeError("RECORDING_INVALID", { reason }, { cause });
  }
}

function languagesFor(
  { notice, before }: Desk,
  given: LanguageTag[] | "all",
  command: string,
): LanguageTag[] {
  const had = { ...before?.translations, ...notice.translations };
  const isOwn = (tag: LanguageTag): boolean => means(notice.language, tag);
  const tags = given === "all" ? languageTags.filter((tag) => had[tag] && !isOwn(tag)) : given;
  const own = tags.find(isOwn);
  if (own) throw usage(`The notice itself is in ${notice.language}: leave ${own} out of --to.`);
  if (Object.keys(writtenTexts(notice)).length === 0)
    throw usage(`The notice has no text of its own to translate: write some with \`${command} set\` first.`);
  if (tags.length === 0)
    throw usage(
      `The notice has no translation, and had none before the last change: name the languages, as in \`${command} translate --to de,fr\`.`,
    );
  return tags;
}

/**
 * Requests each translation, some at once. Stops at the day's limit, and if the model fails before it has translated
 * anything: further requests would also fail, and each one counts.
 */
async function translateInto({ notice, chat, voiceOf }: Desk, tags: LanguageTag[]) {
  const [words, from] = [writtenTexts(notice), notice.language];
  const inTurn = createTurns(mostProposalsAtOnce);
  const proposals = new Map<LanguageTag, Proposal>();
  const errors = new Map<LanguageTag, NoticeError>();
  let vain: NoticeError | undefined;
  const translateOne = async (to: LanguageTag): Promise<void> => {
    try {
      if (vain) throw vain;
      proposals.set(to, await proposeTranslation(chat, { words, from, to, examples: voiceOf(to) }));
    } catch (error) {
      const isOfAll = proposals.size === 0 && isNoticeError(error, "MODEL_FAILED");
      if (isOfAll || isNoticeError(error, "LIMIT_REACHED")) vain = error;
      errors.set(to, toNoticeError(error));
    }
  };
  await Promise.all(tags.map((tag) => inTurn(() => translateOne(tag))));
  return { proposals, errors };
}

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

interface Proposed {
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
async function writeProposal(
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
  const { voiceOf } = await import("../web/render.tsx");
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
      const follows = `--if-revision ${nameByHash(base.number, hashOf(base.notice))}`;
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

function inShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The models by their names in settings. */
export type Model = "CHAT" | "SPEECH";

/** The settings with the URL and the key of each model. */
export const settingsOf = (models: Model[]): string[] =>
  models.flatMap((model) => ["BASE_PATH", "KEY"].map((name) => `AZURE_OPENAI_${model}_${name}`));
