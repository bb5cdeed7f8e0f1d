import { useEffect, useRef } from "react";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { isFromNow } from "../../../schema/text/time-from-now.ts";
import { zoneOfIntl } from "../../../schema/time/zones.ts";
import { understandReturn } from "../../../schema/words/typed-return/understand-return.ts";
import { formatTime } from "../../page/date-and-clock.ts";
import { Button, PlainButton } from "../controls/button.tsx";
import { texts } from "../texts.ts";

const said = texts.expectedReturn;

interface Props {
  words: string;
  /** The time as which the words were read when they were typed. */
  understood?: string;
  /** The probable time of the typed words. */
  meant?: string;
  /** Whether the words have a fault. */
  isFaulty: boolean;
  zone: string;
  now: number;
  /** Replaces the words with a time in RFC 3339. */
  onTime: (time: string) => void;
  /** Keeps the words as written. */
  onWords: () => void;
}

/**
 * Says how words were read. If a time was probably meant, a button replaces the words with it. If words are refused,
 * the fault says why, and a button keeps them as written.
 */
export function WordsRemark({ words, understood, isFaulty, zone, now, onTime, onWords, ...typed }: Props) {
  const value = understood ?? words;
  const read = understandReturn(value, { now, zone });
  // Words that were published before were not read when they were typed, so they are read here.
  const meant = typed.meant || (read.kind === "time" ? read.time : read.kind === "refused" && read.meant);
  const isThatTime = meant === value;
  const row = useRef<HTMLDivElement>(null);
  const isRefused = isFaulty && typed.meant !== undefined;
  const isOffering = meant && !isThatTime;
  // A document must not have a time from now.
  const canStay = isRefused && !isFromNow(words);
  useEffect(() => {
    // On a laptop the bar at the bottom would hide it.
    if (isOffering || canStay) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOffering, canStay]);
  const expected = readExpectedReturn(meant || "");
  const time =
    expected.kind === "time" &&
    formatTime(expected.time, texts.locale, navigator.languages, zoneOfIntl(zone));
  const hint = !isFaulty && /\p{Nd}/u.test(words) && said.numbers;
  return (
    <div className="words-remark" ref={row}>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p className={read.kind === "refused" ? "doubtful" : undefined} role="status">
        {time && !isRefused ? (isThatTime ? said.understood : said.didYouMean)(time) : hint}
      </p>
      {isOffering && <Button onClick={() => onTime(meant)}>{said.useTime}</Button>}
      {canStay && <PlainButton onClick={onWords}>{said.asWritten}</PlainButton>}
    </div>
  );
}
