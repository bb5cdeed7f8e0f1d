import type { ChatModel } from "../../api/assist/proposal.ts";
import { createChat } from "../../api/models/chat.ts";
import { defaultLimits } from "../../api/models/deployment.ts";
import { createSpeech, type Speech } from "../../api/models/speech.ts";
import { loadBrand } from "../../api/runtime/brand.ts";
import { type Publication, publish } from "../../data/publish.ts";
import { whileOpen } from "../../data/store.ts";
import type { Usage } from "../../data/usage/usage-store.ts";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Config } from "../../schema/settings/settings.ts";
import { typedHere } from "../../schema/words/typed-return.ts";
import type { Context } from "../terminal/context.ts";
import type { PublishOptions } from "../terminal/options.ts";
import { report, requestOf, targetOf, type Warn } from "../terminal/publish.ts";
import type { WaitingProposal } from "./kept-words.ts";
import { type KeptWords, keepWords } from "./kept-words.ts";
import { basePathOf, keyOf, type Model } from "./needed-models.ts";
import { heedEnd, type Told } from "./told.ts";

/** The notice before a model is asked. */
interface Base {
  number: number;
  notice: Notice;
  /** The notice before that one; absent for a first or a damaged one. */
  before?: Notice;
}

/** What a command that asks models works with. */
export interface Desk {
  base: Base;
  /** The command's end aborts it. A transcription ends if it gets the signal of `told`. */
  chat: ChatModel;
  speech: Speech | undefined;
  /** The page's own sentences in a language. */
  voiceOf(tag: LanguageTag): string[];
  kept: KeptWords;
  told: Told;
}

/** The outcome of a command that asked models. */
export interface DeskOutcome {
  publication: Publication;
  warn: Warn;
  /** Additional members of the JSON output. */
  more: object;
  /** The kept proposal, if nobody could be asked to confirm it. */
  waiting?: WaitingProposal | undefined;
  /** The error of the part that failed, although the rest succeeded. */
  failure?: NoticeError | undefined;
}

/**
 * Does work that asks models, reports the outcome, and prints how many of today's requests are used. If the work fails,
 * the kept words stay, and the error names their file. `prepare` runs first, as the user of the command, before root
 * becomes the store's owner.
 */
export async function askModels<T>(
  context: Context,
  options: PublishOptions,
  models: Model[],
  prepare: () => T | Promise<T>,
  work: (desk: Desk, prepared: T) => Promise<DeskOutcome>,
): Promise<void> {
  const config = readModelSettings(context, models);
  const prepared = await prepare();
  // The store's owner may not be able to read the program.
  await import("../../api/models/azure-client.ts");
  const { voiceOf } = await import("../../web/render.tsx");
  // The service reports why it leaves a brand out.
  const brand = await loadBrand(context.installation.brandFolder, () => {});
  const counted = countRequests(context, config.AI_DAILY_LIMIT);
  try {
    const base = await readBase(context, options);
    const kept = keepWords(context);
    const outcome = await keeping(kept, () => {
      const told = heedEnd(context);
      const limits = { ...defaultLimits, reserve: counted.reserve };
      const [chat, speech] = [createChat(config, limits), createSpeech(config, limits)];
      const complete: ChatModel["complete"] = async (messages) =>
        (await chat?.complete(messages, told.signal)) ?? "";
      return work(
        { base, chat: { complete }, speech, voiceOf: (tag) => voiceOf(tag, brand?.texts), kept, told },
        prepared,
      );
    });
    kept.remove();
    const { publication, warn, more, waiting, failure } = outcome;
    const proposal = waiting && { proposal: waiting };
    const at = typedHere(context.now());
    await report(context, options, publication, at, warn, { ...more, ...proposal, usage: counted.usage() });
    if (waiting && !options.json)
      context.print(
        `The proposal is in ${waiting.file}: read it, then publish it with \`${waiting.publish}\`.`,
      );
    if (failure) throw failure;
  } finally {
    const usage = counted.usage();
    if (usage) context.printError(`Model requests today: ${usage.count} of ${usage.limit}.`);
  }
}

/** Call this before root becomes the store's owner, who may not be able to read the keys. */
function readModelSettings({ readSettings }: Pick<Context, "readSettings">, models: Model[]): Config {
  const own = models.flatMap((model) => [basePathOf(model), keyOf(model)]);
  return readSettings([...own, "AZURE_OPENAI_API_VERSION", "AI_DAILY_LIMIT"]);
}

/** The current notice, if it meets the preconditions in the options. */
async function readBase(context: Context, options: PublishOptions): Promise<Base> {
  let before: Notice | undefined;
  const request = requestOf(context, { ...options, dryRun: true });
  const { number, notice } = await publish(targetOf(context), request, async (current, store) => {
    const [, earlier] = await store.history({ limit: 2 });
    if (earlier && "notice" in earlier) before = earlier.notice;
    return current();
  });
  return { number, notice, ...(before && { before }) };
}

async function keeping<T>(kept: KeptWords, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw kept.named(cause);
  }
}

/** Counts requests to the models in the store. */
interface Counted {
  /** Counts one before it is sent. @throws NoticeError LIMIT_REACHED, STORE_… */
  reserve(): Promise<void>;
  /** The usage after the last request; undefined if there was none. */
  usage(): Usage | undefined;
}

/** Counts against a limit, one request after the other, so that the last count is the highest. */
function countRequests({ backend }: Pick<Context, "backend">, limit: number): Counted {
  let usage: Usage | undefined;
  let last: Promise<void> = Promise.resolve();
  const reserve = async (): Promise<void> => {
    // Opened for each request, so that no connection waits for a model or a person.
    usage = await whileOpen(backend.openUsage(), (store) => store.reserveUse(limit));
  };
  return {
    reserve: () => {
      const reserved = last.then(reserve);
      last = reserved.catch(() => {});
      return reserved;
    },
    usage: () => usage,
  };
}
