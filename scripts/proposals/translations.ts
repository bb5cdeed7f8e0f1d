import type { Proposal } from "../../api/assist/proposal.ts";
import { isNoticeError, type NoticeError, toNoticeError } from "../../schema/errors/notice-error.ts";
import type { LanguageTag } from "../../schema/languages/tags.ts";

/** How many requests are sent at once. */
const maxAtOnce = 3;

/** The translations that were proposed, and why there is none of the others. */
export interface ProposedTranslations {
  proposals: Map<LanguageTag, Proposal>;
  failures: Map<LanguageTag, NoticeError>;
}

/**
 * Asks for each translation, three at once; each fails alone. Where the day's limit is reached, or the first three all
 * fail in the same way, no more are asked for: they would fail as those did, and each counts.
 * @throws what the signal says
 */
export async function askForTranslations(
  tags: LanguageTag[],
  ask: (tag: LanguageTag) => Promise<Proposal>,
  signal: AbortSignal,
  proposed: (proposals: ProposedTranslations["proposals"]) => void,
): Promise<ProposedTranslations> {
  const proposals: ProposedTranslations["proposals"] = new Map();
  const failures: ProposedTranslations["failures"] = new Map();
  const left = [...tags];
  const takeNext = async (): Promise<void> => {
    for (let tag = left.shift(); tag !== undefined; tag = left.shift()) {
      const vain = findVain(proposals, failures);
      if (vain) {
        failures.set(tag, vain);
        continue;
      }
      const proposal = await ask(tag).catch((error: unknown) => {
        signal.throwIfAborted();
        failures.set(tag, toNoticeError(error));
      });
      if (!proposal) continue;
      proposals.set(tag, proposal);
      proposed(proposals);
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, takeNext));
  return { proposals: inOrder(tags, proposals), failures: inOrder(tags, failures) };
}

/** The failure that every further request would have. */
function findVain({ size }: ProposedTranslations["proposals"], failures: ProposedTranslations["failures"]) {
  const all = [...failures.values()];
  const reached = all.find((error) => isNoticeError(error, "LIMIT_REACHED"));
  const isVain =
    size === 0 && all.length >= maxAtOnce && new Set(all.map(({ message }) => message)).size === 1;
  return reached ?? (isVain ? all[0] : undefined);
}

function inOrder<T>(tags: LanguageTag[], found: Map<LanguageTag, T>): Map<LanguageTag, T> {
  return new Map([...found].sort(([one], [other]) => tags.indexOf(one) - tags.indexOf(other)));
}
