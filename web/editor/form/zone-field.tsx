import { useId, useState } from "react";
import { minuteMs } from "../../../schema/text/minute.ts";
import { offsetAt } from "../../../schema/time/offset.ts";
import { findZone, knownZones, ownZone, zoneName, zoneOfIntl } from "../../../schema/time/zones.ts";
import { Field } from "../controls/field.tsx";
import { texts } from "../texts.ts";

interface Props {
  label: string;
  value: string;
  /** The time at which offsets are shown, in ms since the epoch. */
  time: number;
  onChange: (zone: string) => void;
}

/** A time zone, searched by typing: this computer's own and UTC first, each with its offset at a time. */
export function ZoneField({ label, value, time, onChange }: Props) {
  const id = useId();
  /** Undefined until the field is entered: making the list takes a moment. */
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const zones = typed === undefined ? [] : [...new Set([ownZone(), ...knownZones()])];
  const write = (text: string): void => {
    setTyped(text);
    const chosen = zones.find((zone) => optionOf(zone, time) === text);
    if (chosen) onChange(chosen);
  };
  const leave = (): void => {
    if (typed === undefined) return;
    const text = typed.trim();
    const isAsBefore = ["", describeZone(value, time), optionOf(value, time)].includes(text);
    const found = isAsBefore ? value : findZone(text);
    if (found !== undefined && found !== value) onChange(found);
    setFault(found === undefined ? texts.expectedReturn.noZone(text) : undefined);
    setTyped(undefined);
  };
  return (
    <Field label={label} pointer="" fault={fault} value="" onLeft={leave}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            list={id}
            autoComplete="off"
            value={typed ?? describeZone(value, time)}
            onFocus={({ target }) => {
              setTyped(target.value);
              target.select();
            }}
            onChange={({ target }) => write(target.value)}
            onKeyDown={({ key }) => key === "Enter" && leave()}
          />
          <datalist id={id}>
            {zones.map((zone) => (
              <option key={zone} value={optionOf(zone, time)} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** A zone in the list, with the name of its time for searches: `Kolkata (Asia), UTC+5:30, India Standard Time`. */
function optionOf(zone: string, time: number): string {
  return [describeZone(zone, time), timeNameOf(zone, time)].filter(Boolean).join(", ");
}

const timeNames = new Map<string, string>();

/** The name of a zone's time, if it has one; cached, because making a format is slow. */
function timeNameOf(zone: string, time: number): string {
  const known = timeNames.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(texts.locale.tag, {
    timeZone: zoneOfIntl(zone),
    timeZoneName: "longGeneric",
  });
  const name = format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
  // If there is no name, `Intl` gives the offset, which may be that of another time.
  const named = /\d/.test(name) ? "" : name;
  timeNames.set(zone, named);
  return named;
}

/** A zone with its offset from UTC at a time: `Kolkata (Asia), UTC+5:30`. */
function describeZone(zone: string, time: number): string {
  if (zone === "UTC") return zone;
  const ahead = offsetAt(zone, time) / minuteMs;
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `${zoneName(zone)}, UTC${ahead < 0 ? "-" : "+"}${hours}${minutes > 0 ? `:${minutes}` : ""}`;
}
