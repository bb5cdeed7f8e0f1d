import { minuteMs } from "../../../schema/text/minute.ts";
import { momentsOf, toRfc3339, wallTimeOf } from "../../../schema/time/local-time.ts";
import { isHardlyShortly } from "../../../schema/words/typed-return/in-words.ts";
import { Choice } from "../controls/choice.tsx";
import { Field } from "../controls/field.tsx";
import { documentOf } from "../draft/document.ts";
import { withReturn } from "../draft/edit.ts";
import { timeOf } from "../draft/return-value.ts";
import { texts } from "../texts.ts";
import { type FormState, faultAt } from "./form-state.ts";
import { VisitorsRead } from "./visitors-read.tsx";
import { ZoneSelect } from "./zone-select.tsx";

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
        {said.amounts.map(([minutes, label]) => (
          <button
            key={minutes}
            type="button"
            aria-describedby="from-now"
            onClick={() => set(Math.ceil(now() / minuteMs + minutes) * minuteMs, zone)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="time-fields">
        {/* An unfinished time is not a fault until it has been left. */}
        <Field label={said.date} pointer={returnPointer} fault={undefined} value={date}>
          {(attributes) => (
            <input
              type="date"
              {...attributes}
              value={date}
              max="9999-12-31"
              onChange={({ target }) => change({ date: target.value })}
            />
          )}
        </Field>
        <Field label={said.clock} pointer={returnPointer} fault={undefined} value={clock}>
          {(attributes) => (
            <input
              type="time"
              {...attributes}
              value={clock}
              onChange={({ target }) => change({ clock: target.value })}
            />
          )}
        </Field>
        <ZoneSelect
          label={said.zone}
          value={zone}
          onChange={(zone) => (time === undefined ? change({ zone }) : set(time, zone))}
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
        {isHardlyShortly(documentOf(draft), { now: now(), zone }) && said.notShortly}
      </p>
      {time !== undefined && <VisitorsRead time={time} zone={zone} now={now()} />}
    </>
  );
}
