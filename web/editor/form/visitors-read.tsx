import { useState } from "react";
import { ownZone } from "../../../schema/time/zones.ts";
import { farAheadMs } from "../../../schema/words/typed-return/meant-time.ts";
import { formatTime } from "../../page/date-and-clock.ts";
import { ReadOnly } from "../read-only.ts";
import { texts } from "../texts.ts";
import { ZoneSelect } from "./zone-select.tsx";

const said = texts.expectedReturn;

/** A zone where it is another time than in the operator's. */
const elsewhere = (zone: string): string => (zone === "America/New_York" ? "Asia/Tokyo" : "America/New_York");

/** What visitors read of a time: in the chosen zone, in another one, and in UTC, as without JavaScript. */
export function VisitorsRead({ time, zone, now }: { time: number; zone: string; now: number }) {
  const [other, setOther] = useState(() => elsewhere(ownZone()));
  const read = (zone: string) => formatTime(new Date(time), texts.locale, navigator.languages, zone);
  const distance = texts.duration(Math.abs(time - now));
  const isFar = time - now > farAheadMs;
  return (
    <div className="visitors-read">
      <p className={time < now || isFar ? "doubtful" : undefined}>
        {time < now ? said.passed(distance) : (isFar ? said.farAhead : said.ahead)(distance)}
      </p>
      <h2>{said.reads}</h2>
      <ul>
        {[...new Set([zone, "UTC"])].map((zone) => (
          <li key={zone}>{read(zone)}</li>
        ))}
        <li>
          <ReadOnly value={false}>
            <ZoneSelect label={said.inZone} value={other} onChange={setOther} />
          </ReadOnly>
          <output>{read(other)}</output>
        </li>
      </ul>
    </div>
  );
}
