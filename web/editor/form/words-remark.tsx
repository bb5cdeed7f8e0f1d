import { useEffect, useRef } from "react";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { understandReturn } from "../../../schema/words/typed-return/understand-return.ts";
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
export function WordsRemark({ words, understood, zone, now, onTime }: Props) {
  const value = understood ?? words;
  const read = understandReturn(value, { now, zone });
  const isThatTime = read.kind === "time" && read.time === value;
  // Words that were published before are not understood until somebody types them.
  const meant = read.kind === "time" ? read.time : read.kind === "refused" ? read.meant : undefined;
  const row = useRef<HTMLDivElement>(null);
  const isOffering = meant !== undefined && !isThatTime;
  useEffect(() => {
    // On a laptop the bar at the bottom would hide it.
    if (isOffering) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOffering]);
  const time = meant && formatTime(new Date(meant), texts.locale, navigator.languages, zone);
  // What is impossible is a fault, which is said already.
  const isFault = read.kind === "refused" && read.why === "impossible";
  const hint = !isFault && /\p{Nd}/u.test(words) && said.numbers;
  return (
    <div className="words-remark" ref={row}>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p className={read.kind === "refused" ? "doubtful" : undefined} role="status">
        {time
          ? isThatTime
            ? said.understood(time)
            : `${passedOf(value, now)}${said.didYouMean(time)}`
          : hint}
      </p>
      {isOffering && (
        <button type="button" onClick={() => onTime(meant)}>
          {said.useTime}
        </button>
      )}
    </div>
  );
}

/** How long ago a time in full was that is not ahead. */
function passedOf(value: string, now: number): string {
  const expected = readExpectedReturn(value);
  return expected.kind === "time" ? `${said.passed(texts.duration(now - expected.time.getTime()))} ` : "";
}
