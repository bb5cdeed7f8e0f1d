import { accessSync, closeSync, constants, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Hint } from "../../api/assist/checks/hints.ts";
import { createChat } from "../../api/models/chat.ts";
import { defaultLimits, namesProxy } from "../../api/models/deployment.ts";
import { createSpeech } from "../../api/models/speech.ts";
import { loadBrand } from "../../api/runtime/brand.ts";
import { atRevision } from "../../data/precondition.ts";
import { type Publication, publish } from "../../data/publish.ts";
import { whileOpen } from "../../data/store.ts";
import type { Usage } from "../../data/usage/usage-store.ts";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import { nameBySum } from "../../schema/notice/entity-tag/format.ts";
import { type Notice, serialize } from "../../schema/notice/notice.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { typedHere } from "../../schema/words/typed-return.ts";
import { ownerOf } from "../owner/owner.ts";
import type { Context } from "../terminal/context.ts";
import type { PublishOptions } from "../terminal/options.ts";
import { report, requestOf, targetOf, type Warn } from "../terminal/publish.ts";
import { basePathOf, keyOf, type Model } from "./model.ts";

/** The options of every command that has models propose a notice. */
export interface ProposalOptions extends Pick<PublishOptions, "dryRun" | "ifRevision" | "json"> {
  out?: string;
}

/** The options of every command that drafts. */
export interface DraftOptions extends ProposalOptions {
  language?: LanguageTag;
  keepTranslations?: boolean;
}

/** What a command that asks models works with. */
export interface Desk {
  number: number;
  notice: Notice;
  /** The notice before that one; absent for a first or a damaged one. */
  before?: Notice;
  chat: NonNullable<ReturnType<typeof createChat>>;
  transcribe(recording: File): Promise<string>;
  /** The page's own sentences in a language. */
  voiceOf(tag: LanguageTag): string[];
  /** Writes a text beside the proposal, and returns its file; undefined for a dry run. @throws NoticeError FILE_UNWRITABLE */
  keep(text: string, extension: string): string | undefined;
}

/** What models wrote, as a change of the notice. */
export interface Proposed {
  next: (notice: Notice) => unknown;
  /** Each with its language, unless that is the notice's own. */
  hints: (Hint & { language?: string })[];
  /** How it was made, for the history: `translated with chat`. */
  how: string;
  warn: Warn;
  /** Additional members of the JSON output. */
  more?: object | undefined;
  /** The error of the part that failed, although the rest succeeded. */
  failure?: NoticeError | undefined;
}

/**
 * Has models propose a notice, writes it into a file, and prints the difference, hints and the command that publishes
 * it. Nothing is published, and nobody is asked. `prepare` runs before root becomes the store's owner.
 * @throws NoticeError FILE_UNWRITABLE before anything is sent, and what the work throws
 */
export async function writeProposal<T>(
  context: Context,
  options: ProposalOptions,
  models: Model[],
  prepare: (() => Promise<T>) | undefined,
  work: (desk: Desk, prepared: T) => Promise<Proposed>,
): Promise<void> {
  const own = models.flatMap((model) => [basePathOf(model), keyOf(model)]);
  const config = context.readSettings([...own, "AZURE_OPENAI_API_VERSION", "AI_DAILY_LIMIT"]);
  const prepared = (await prepare?.()) as T;
  const file = createFile(context, options);
  // The store's owner may not be able to read the program.
  await import("../../api/models/azure-client.ts");
  const { voiceOf } = await import("../../web/render.tsx");
  // The service reports why it leaves a brand out.
  const brand = await loadBrand(context.installation.brandFolder, () => {});
  const { commandName } = context;
  let usage: Usage | undefined;
  const reserve = async (): Promise<void> => {
    // Opened for each request, so that no connection waits for a model.
    usage = await whileOpen(context.backend.openUsage(), (store) => store.reserveUse(config.AI_DAILY_LIMIT));
  };
  let isWritten = false;
  try {
    const base = await readBase(context, options);
    file.assertNew(base.number);
    const limits = { ...defaultLimits, reserve, hasProxy: namesProxy(context.env) };
    const [chat, speech] = [createChat(config, limits), createSpeech(config, limits)];
    if (!chat) throw new Error("The settings were there when the command began.");
    const proposed = await work(
      {
        ...base,
        chat,
        transcribe: async (recording) => (await speech?.transcribe(recording)) ?? "",
        voiceOf: (tag) => voiceOf(tag, brand?.texts),
        keep: (text, extension) => (options.dryRun ? undefined : file.write(text, extension)),
      },
      prepared,
    );
    const { next, hints, how, warn, more, failure } = proposed;
    const request = requestOf(
      context,
      { dryRun: true },
      atRevision({ number: base.number, sum: sumOf(base.notice) }),
    );
    const preview = await publish(targetOf(context), request, (current) => next(current()));
    for (const { language, detail } of hints)
      context.printError(`Hint${language === undefined ? "" : ` (${language})`}: ${detail}`);
    const isFile = !options.dryRun && preview.changes.length > 0;
    const proposal = isFile ? offer(preview, how) : undefined;
    const at = typedHere(context.now());
    await report(context, options, preview, at, warn, {
      hints,
      ...more,
      ...(proposal && { proposal }),
      usage,
    });
    if (proposal && !options.json)
      context.print(`Read ${proposal.file}, then publish it: \`${proposal.publish}\`.`);
    if (failure) throw failure;
  } finally {
    if (!isWritten) file.discard();
    if (usage) context.printError(`Model requests today: ${usage.count} of ${usage.limit}.`);
  }

  /** Writes the proposed notice, and says what publishes it. */
  function offer({ number, notice, predecessor }: Publication, how: string) {
    const path = file.write(`${JSON.stringify(JSON.parse(serialize(notice)), null, 2)}\n`, "json");
    isWritten = true;
    const revision = predecessor.notice ? nameBySum(number, sumOf(predecessor.notice)) : `${number}`;
    const publish = `${commandName} apply ${inShell(path)} --if-revision ${revision} --note "${how}"`;
    return { file: path, publish };
  }
}

/** The current notice, if it meets the preconditions in the options. */
async function readBase(context: Context, { ifRevision }: ProposalOptions) {
  let before: Notice | undefined;
  const request = requestOf(context, { dryRun: true, ...(ifRevision && { ifRevision }) });
  const { number, notice } = await publish(targetOf(context), request, async (current, store) => {
    const [, earlier] = await store.history({ limit: 2 });
    if (earlier && "notice" in earlier) before = earlier.notice;
    return current();
  });
  return { number, notice, ...(before && { before }) };
}

/** The file of a proposal, which only its user may read. Root makes it while it still may: the store's owner may not. */
function createFile(context: Context, { out, dryRun = false }: ProposalOptions) {
  let name = out ?? "";
  const attempt = <T>(file: string, work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
    }
  };
  const open = (file: string): number => attempt(file, () => openSync(context.pathOf(file), "wx", 0o600));
  // In another user's folder, links could make root write anywhere.
  const isOfRoot = out !== undefined && context.uid() === 0 && !ownerOf(context.pathOf(out));
  const opened = isOfRoot && !dryRun ? open(out) : undefined;
  return {
    /** Refuses a file that exists, before a model is asked. */
    assertNew(number: number): void {
      name ||= `notice-after-${number}.json`;
      if (opened !== undefined || dryRun) return;
      const path = context.pathOf(name);
      if (existsSync(path))
        throw new NoticeError("FILE_UNWRITABLE", { file: name, reason: "it exists already" });
      attempt(name, () => accessSync(dirname(path), constants.W_OK));
    },
    write(text: string, extension: string): string {
      const file = extension === "json" ? name : `${name.replace(/\.json$/, "")}.${extension}`;
      const descriptor = extension === "json" && opened !== undefined ? opened : open(file);
      attempt(file, () => writeFileSync(descriptor, text));
      closeSync(descriptor);
      return file;
    },
    /** Removes the file that root made for nothing. */
    discard(): void {
      if (opened !== undefined) attempt(name, () => rmSync(context.pathOf(name), { force: true }));
    },
  };
}

/** A path, quoted for a shell if necessary. */
function inShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
