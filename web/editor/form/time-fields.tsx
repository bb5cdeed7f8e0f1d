import { useState } from "react";
import { minuteMs } from "../../../schema/text/minute.ts";
import { momentsOf, toRfc3339, wallTimeOf } from "../../../schema/time/local-time.ts";
import { ownZone, zoneOfIntl } from "../../../schema/time/zones.ts";
import { farAheadMs } from "../../../schema/words/typed-return.ts";
import { isHardlyShortly } from "../../../schema/words/warnings.ts";
import { formatTime } from "../../page/date-and-clock.ts";
import { Button } from "../controls/button.tsx";
import { Choice } from "../controls/choice.tsx";
import { Field } from "../controls/field.tsx";
import { documentOf } from "../draft/document.ts";
import { withReturn } from "../draft/edit.ts";
import { timeOf } from "../draft/return-value.ts";
import { ReadOnly } from "../read-only.ts";
import { texts } from "../texts.ts";
import { type FormState, faultAt } from "./form-state.ts";
import { ZoneField } from "./zone-field.tsx";

/** A zone with another time than the operator's. */
const elsewhere = (zone: string): string => (zone === "America/New_York" ? "Asia/Tokyo" : "America/New_York");

const said = texts.expectedReturn;
export const returnPointer = "#/expectedReturn";

/** A time by date, clock and time zone, or from now, with what visitors read then. */
export function TimeFields({ draft, faults, edit, now }: FormState & { now: () => number }) {
  const given = draft.expectedReturn;
  const { date, clock, zone, exact, occurrence } = given;
  const time = timeOf(given);
  const fault = faultAt(faults, returnPointer);
  const change = (changed: Partial<typeof given>) => edit((draft) => withReturn(draft, changed));
  const set = (time: number, zone: string) =>
    change({ zone, exact: toRfc3339(time, zone), ...wallTimeOf(time, zone) });
  const isTwice = exact === undefined && momentsOf(given, zone).kind === "two";
  return (
    <>
      <div className="from-now">
        <span id="from-now">{said.fromNow}</span>
        {Object.entries(said.amounts).map(([minutes, label]) => (
          <Button
            key={minutes}
            aria-describedby="from-now"
            onClick={() => set(Math.ceil(now() / minuteMs + Number(minutes)) * minuteMs, zone)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="time-fields">
        {/* An unfinished time is not a fault until it has been left. */}
        {(["date", "clock"] as const).map((name) => (
          <Field key={name} label={said[name]} pointer={returnPointer} fault={undefined} value={given[name]}>
            {(attributes) => (
              <input
                {...attributes}
                {...(name === "date" ? { type: "date", max: "9999-12-31" } : { type: "time" })}
                value={given[name]}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
        <ZoneField
          label={said.zone}
          value={zone}
          time={time ?? now()}
          // A typed time is in the zone that is chosen. Any other time stays the same moment.
          onChange={(zone) =>
            time === undefined || exact === undefined ? change({ zone }) : set(time, zone)
          }
        />
      </div>
      {isTwice && (
        <Choice
          label={said.which}
          options={[
            ["first", said.first],
            ["second", said.second],
          ]}
          value={occurrence}
          onChange={(occurrence) => change({ occurrence })}
        />
      )}
      <p className="fault" role="status">
        {date && clock && fault}
      </p>
      <p className="doubtful" role="status">
        {isHardlyShortly(documentOf(draft), now()) && said.notShortly}
      </p>
      {time !== undefined && <VisitorsRead time={time} zone={zone} now={now()} />}
    </>
  );
}

/** What visitors read of a time: in the chosen zone, in another one, and in UTC, as without JavaScript. */
function VisitorsRead({ time, zone, now }: { time: number; zone: string; now: number }) {
  const [other, setOther] = useState(() => elsewhere(ownZone()));
  const read = (zone: string) =>
    formatTime(new Date(time), texts.locale, navigator.languages, zoneOfIntl(zone));
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
            <ZoneField label={said.inZone} value={other} time={time} onChange={setOther} />
          </ReadOnly>
          <output>{read(other)}</output>
        </li>
      </ul>
    </div>
  );
}
