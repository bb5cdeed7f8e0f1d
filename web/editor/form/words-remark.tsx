import { useEffect, useRef } from "react";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { type Refused, understandReturn } from "../../../schema/words/typed-return/understand-return.ts";
import { formatTime } from "../../page/date-and-clock.ts";
import { texts } from "../texts.ts";

const said = texts.expectedReturn;

interface Props {
  words: string;
  /** The time that they were understood as when they were typed. */
  understood?: string;
  zone: string;
  now: number;
  /** Takes a time, in RFC 3339, in the place of the words. */
  onTime: (time: string) => void;
}

/** What words were understood as; if a time was probably meant, that time, with a button that makes them it. */
export function WordsRemark(props: Props) {
  const { words, understood, zone, now, onTime } = props;
  const read = understandReturn(understood ?? words, { now, zone });
  const refused = read.kind === "refused" ? read : undefined;
  const meant = refused?.meant;
  const row = useRef<HTMLDivElement>(null);
  const isOffering = meant !== undefined;
  useEffect(() => {
    // On a laptop the bar at the bottom would hide it.
    if (isOffering) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOffering]);
  const remark = refused
    ? wordsOf(refused, props)
    : read.kind === "time"
      ? said.understood(shown(read.time, zone))
      : hasNumber(words) && said.numbers;
  return (
    <div className="words-remark" ref={row}>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p className={refused ? "doubtful" : undefined} role="status">
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

function wordsOf({ why, meant }: Refused, { words, understood, zone, now }: Props): string {
  const expected = readExpectedReturn(understood ?? words);
  const passed = expected.kind === "time" ? said.passed(texts.duration(now - expected.time.getTime())) : "";
  // What is impossible is a fault, which is said already.
  if (meant === undefined) return why === "impossible" ? "" : said.numbers;
  return `${passed} ${said.didYouMean(shown(meant, zone))}`.trim();
}

const shown = (time: string, zone: string): string =>
  formatTime(new Date(time), texts.locale, navigator.languages, zone);

const hasNumber = (words: string): boolean => /\p{Nd}/u.test(words);
