import { useMemo } from "react";
import { knownZones, ownZone, zoneName } from "../../../schema/time/zones.ts";
import { Field } from "../controls/field.tsx";

interface Props {
  label: string;
  value: string;
  onChange: (zone: string) => void;
}

/** One of the browser's time zones, this computer's own and UTC first. */
export function ZoneSelect({ label, value, onChange }: Props) {
  const zones = useMemo(() => [...new Set([ownZone(), value, ...knownZones()])], [value]);
  return (
    <Field label={label} pointer="" fault={undefined} value="">
      {({ readOnly, ...attributes }) => (
        <select
          {...attributes}
          disabled={readOnly}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zoneName(zone)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
