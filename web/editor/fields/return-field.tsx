import { useId, useState } from "react";
import { isHardlyShortly } from "../../../schema/advice/advice.ts";
import { farAheadMs, type Judgement, judgeReturn } from "../../../schema/advice/typed-return.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { noticeShape } from "../../../schema/notice/notice.ts";
import { hasTimeShape } from "../../../schema/notice/translations.ts";
import { minuteMs } from "../../../schema/text/minute.ts";
import { knownZones, ownZone, timeFromNow, toRfc3339, wallTimeOf } from "../../../schema/time/time.ts";
import { Button, PlainButton } from "../controls/button.tsx";
import { Field, OneLine } from "../controls/field.tsx";
import { focusField } from "../controls/focus.ts";
import { type Draft, outlookOf, withReturn } from "../draft.ts";
import { texts } from "../texts.ts";
import { age, keepZone, placeOf, returnText, timeInWords, zoneIn } from "../time.ts";
import { type FormState, faultAt } from "./text-fields.tsx";

const said = texts.expectedReturn;
const pointer = "#/expectedReturn";
/** A time from now is rounded up to five minutes, in ms. */
const stepMs = 5 * minuteMs;

/** The expected return: one field that says back how it is read, times from now, and a time to pick. */
export function ReturnField({ draft, faults, showsFaults, edit, now }: FormState & { now: () => number }) {
  /** What was typed for a value; another value is shown as it would be typed. */
  const [typed, setTyped] = useState({ text: "", value: "" });
  const [isPicking, setPicking] = useState(false);
  const { base, notice, typedReturn } = draft;
  const { expectedReturn: value = "" } = notice;
  const text = typedReturn ?? (typed.value === value ? typed.text : returnText(value));
  const put = (text: string, judged: Judgement): void => {
    if (judged.kind === "time") keepZone(text);
    setTyped({ text, value: judged.kind === "refused" ? "" : judged.value });
    edit((draft) => withReturn(draft, text, judged));
  };
  const write = (text: string): void => put(text, judge(text, base.notice.expectedReturn, now()));
  const asWritten = (): void => {
    put(text, { kind: "words", value: text });
    focusField(pointer);
  };
  const fromNow = (minutes: number): void => {
    const value = toRfc3339(Math.ceil((now() + minutes * minuteMs) / stepMs) * stepMs, ownZone());
    put(returnText(value), { kind: "words", value });
  };
  const fault = faultAt(faults, pointer);
  return (
    <fieldset className="return" aria-label={texts.name.expectedReturn}>
      <Field
        label={texts.name.expectedReturn}
        pointer={pointer}
        fault={fault}
        remark={remarkOn(draft, fault, now())}
        showsFault={showsFaults}
        // A document must not have a time that does not exist.
        remedy={!hasTimeShape(text) && <PlainButton onClick={asWritten}>{said.asWritten}</PlainButton>}
        value={text}
        max={noticeShape.properties.expectedReturn.maxLength}
      >
        {(attributes) => (
          <OneLine
            {...attributes}
            value={text}
            onWrite={write}
            placeholder="tomorrow 9:00"
            lang={notice.language}
            dir="auto"
          />
        )}
      </Field>
      <div className="actions">
        {Object.entries(said.amounts).map(([minutes, label]) => (
          <Button key={minutes} onClick={() => fromNow(Number(minutes))}>
            {label}
          </Button>
        ))}
        <Button aria-expanded={isPicking} onClick={() => setPicking(!isPicking)}>
          {said.pick}
        </Button>
      </div>
      {isPicking && <Picker text={text} value={value} now={now()} onPick={write} />}
    </fieldset>
  );
}

/** What is typed, judged as the command does; times from now are by this computer's clocks. */
function judge(text: string, standing: string | undefined, now: number): Judgement {
  if (standing !== undefined && text === returnText(standing)) return { kind: "words", value: standing };
  const judged = judgeReturn(text, { now, zone: ownZone() }, standing);
  if (judged.kind !== "time" || timeFromNow(text.trim(), new Date(now)) === undefined) return judged;
  return { ...judged, value: toRfc3339(Date.parse(judged.value), ownZone()) };
}

/** What can be typed or, while it cannot be read yet, why; else how it is read. */
function remarkOn(draft: Draft, fault: string | undefined, now: number) {
  const { notice, typedReturn } = draft;
  const { expectedReturn: value } = notice;
  if (value === undefined || typedReturn !== undefined)
    return { text: fault ?? said.refused.form, className: "rule" };
  const expected = readExpectedReturn(value);
  if (expected.kind === "text") return { text: said.words, className: "remark" };
  const time = expected.time.getTime();
  const read = [timeInWords(value), age(time, now)];
  const doubts = [
    time - now > farAheadMs && said.farAhead,
    isHardlyShortly(outlookOf(draft).notice, now) && said.notShortly,
  ].filter((doubt) => doubt !== false);
  return {
    text: [`${read.join(texts.comma)}.`, ...doubts].join(" "),
    className: time < now || doubts.length > 0 ? "remark doubtful" : "remark",
  };
}

interface PickerProps {
  /** What stands in the field, and its value. */
  text: string;
  value: string;
  now: number;
  /** Takes the picked time as it would be typed. */
  onPick: (text: string) => void;
}

/** A date, a clock time and a zone, which are typed into the field. */
function Picker({ text, value, now, onPick }: PickerProps) {
  const id = useId();
  const zone = zoneIn(text) ?? ownZone();
  const expected = readExpectedReturn(value);
  const [, date, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(text) ?? [];
  const today = { date: wallTimeOf(now, zone).date, clock: "" };
  const typed = date && clock ? { date, clock } : undefined;
  const read = expected.kind === "time" ? wallTimeOf(expected.time.getTime(), zone) : today;
  const [half, setHalf] = useState<{ date?: string; clock?: string }>({});
  const given = { zone, ...(typed ?? read), ...half };
  const change = (changed: Partial<typeof given>): void => {
    const { date, clock, zone } = { ...given, ...changed };
    setHalf(date && clock ? {} : { date, clock });
    if (date && clock) onPick(`${date} ${clock}${zone === ownZone() ? "" : ` ${zone}`}`);
  };
  const zones = knownZones();
  const areas = new Set(zones.map(areaOf));
  return (
    <div className="picker">
      {(["date", "clock"] as const).map((name) => (
        <div key={name} className="field">
          <label htmlFor={`${id}-${name}`}>{said[name]}</label>
          <input
            id={`${id}-${name}`}
            {...(name === "date" ? { type: "date", max: "9999-12-31" } : { type: "time" })}
            value={given[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </div>
      ))}
      <div className="field">
        <label htmlFor={`${id}-zone`}>{said.zone}</label>
        <select id={`${id}-zone`} value={zone} onChange={({ target }) => change({ zone: target.value })}>
          {[...areas].map((area) => (
            <optgroup key={area} label={area}>
              {zones
                .filter((zone) => areaOf(zone) === area)
                .map((zone) => (
                  <option key={zone} value={zone}>
                    {placeOf(zone)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
    </div>
  );
}

const areaOf = (zone: string): string => zone.replace(/\/.*/, "");
