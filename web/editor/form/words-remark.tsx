import { useEffect, useRef } from "react";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { findMistyped, type Mistyped } from "../../../schema/words/typed-return/find-mistyped.ts";
import { formatTime } from "../../page/date-and-clock.ts";
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
export function WordsRemark(props: Props) {
  const { words, zone, now, onTime } = props;
  // "in 3 hours" is a time as much as "3 hours" is.
  const mistyped = findMistyped(words.replace(/^\s*in\s+/i, ""), { now, zone });
  const meant = mistyped?.meant;
  const row = useRef<HTMLDivElement>(null);
  const isOffering = meant !== undefined;
  useEffect(() => {
    // On a laptop the bar at the bottom would hide it.
    if (isOffering) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOffering]);
  const remark = mistyped ? wordsOf(mistyped, props) : hasNumber(words) && said.numbers;
  return (
    <div className="words-remark" ref={row}>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p className={mistyped ? "doubtful" : undefined} role="status">
        {remark}
      </p>
      {isOffering && (
        <button type="button" onClick={() => onTime(meant)}>
          {said.useTime}
        </button>
      )}
    </div>
  );
}

function wordsOf({ kind, meant }: Mistyped, { words, zone, now }: Props): string {
  const expected = readExpectedReturn(words);
  const passed = expected.kind === "time" ? said.passed(texts.duration(now - expected.time.getTime())) : "";
  // What is impossible is a fault, which is said already.
  if (meant === undefined) return kind === "impossible" ? "" : said.numbers;
  const time = formatTime(new Date(meant), texts.locale, navigator.languages, zone);
  return `${passed} ${said.didYouMean(time)}`.trim();
}

/** Whether there is a number in words, and not in a time that was pasted in full. */
function hasNumber(words: string): boolean {
  return /\p{Nd}/u.test(words) && readExpectedReturn(words).kind === "text";
}
