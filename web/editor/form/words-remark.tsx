import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { findMistyped, type Mistyped } from "../../../schema/words/typed-return/find-mistyped.ts";
import { describeMeant, describeMistyped } from "../../../schema/words/typed-return/in-words.ts";
import { Said } from "../controls/said.tsx";
import { inEnglish } from "../in-english.ts";
import { texts } from "../texts.ts";

const said = texts.expectedReturn;

interface Props {
  words: string;
  zone: string;
  now: number;
  /** Takes a time, in RFC 3339, in the place of the words. */
  onTime: (time: string) => void;
}

/** What is said of words in which a time was probably meant, with a button that makes them that time. */
export function WordsRemark({ words, zone, now, onTime }: Props) {
  const mistyped = findMistyped(words, { now, zone });
  const meant = mistyped?.meant;
  const remark = mistyped ? wordsOf(mistyped, words, now) : hasNumber(words) && said.numbers;
  return (
    <div className="words-remark">
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p className={mistyped ? "doubtful" : undefined} role="status">
        {remark && <Said>{remark}</Said>}
      </p>
      {meant !== undefined && (
        <button type="button" onClick={() => onTime(meant)}>
          {said.useTime}
        </button>
      )}
    </div>
  );
}

function wordsOf(mistyped: Mistyped, words: string, now: number): string {
  const meant = describeMeant(mistyped);
  const question = meant === undefined ? "" : said.didYouMean(meant);
  // That is a fault, which is said already.
  if (mistyped.kind === "impossible") return question;
  return `${inEnglish(`${describeMistyped(words, mistyped, now)}.`)} ${question}`.trim();
}

/** Whether there is a number in words, and not in a time that was pasted in full. */
function hasNumber(words: string): boolean {
  return /\p{Nd}/u.test(words) && readExpectedReturn(words).kind === "text";
}
