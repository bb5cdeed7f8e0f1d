import { useEffect, useRef } from "react";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { ownZone, zoneOfIntl } from "../../../schema/time/zones.ts";
import { judgeReturn } from "../../../schema/words/typed-return.ts";
import { hasTimeShape } from "../../../schema/words/written-texts.ts";
import { formatTime } from "../../page/date-and-clock.ts";
import { PlainButton } from "../controls/button.tsx";
import { Said } from "../controls/said.tsx";
import type { DraftReturn } from "../draft/draft.ts";
import { texts } from "../texts.ts";

const said = texts.expectedReturn;

interface Props extends Pick<DraftReturn, "words" | "understood" | "refused"> {
  /** Whether the words have a fault. */
  isFaulty: boolean;
  now: number;
  /** Keeps the words as written. */
  onWords: () => void;
}

/** Says how words were read. If they are refused, the fault says why, and a button keeps them as written. */
export function WordsRemark({ words, understood, refused, isFaulty, now, onWords }: Props) {
  const row = useRef<HTMLDivElement>(null);
  // A document must not have a time that does not exist.
  const canStay = isFaulty && refused !== undefined && !hasTimeShape(words);
  useEffect(() => {
    // On a laptop the bar at the bottom would hide it.
    if (canStay) row.current?.scrollIntoView({ block: "nearest" });
  }, [canStay]);
  const hint = !isFaulty && /\p{Nd}/u.test(words) && said.numbers;
  return (
    <div className="words-remark" ref={row}>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p role="status">{understood === undefined ? hint : <Said>{sayBack(words, understood, now)}</Said>}</p>
      {canStay && <PlainButton onClick={onWords}>{said.asWritten}</PlainButton>}
    </div>
  );
}

function sayBack(words: string, value: string, now: number): string {
  // `Date.parse` knows no leap seconds.
  const expected = readExpectedReturn(value);
  if (expected.kind === "text") return "";
  const time = expected.time.getTime();
  const read = formatTime(expected.time, texts.locale, navigator.languages, zoneOfIntl(ownZone()));
  const distance = texts.duration(Math.abs(time - now));
  const judged = judgeReturn(words, { now, zone: ownZone() });
  const isAssumedUtc = judged.kind === "time" && judged.isZoneAssumed && ownZone() === "UTC";
  const remark = time < now ? said.passed(distance) : said.ahead(distance);
  return [said.understood(read), remark, ...(isAssumedUtc ? [said.zoneIsUtc] : [])].join(" ");
}
