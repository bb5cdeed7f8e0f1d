import { useContext, useId } from "react";
import { ReadOnly } from "../read-only.ts";

interface SelectProps<V extends string> {
  label: string;
  /** Each value with its label. */
  options: readonly (readonly [value: V, label: string])[];
  value: V | undefined;
  onChange: (value: V) => void;
}

interface Props<V extends string> extends SelectProps<V> {
  /** The pointer of its faults. */
  pointer?: string;
}

/** A choice of one of a few values, all visible. */
export function Choice<V extends string>({ label, options, value, onChange, pointer }: Props<V>) {
  const name = useId();
  return (
    <fieldset className="choice" disabled={useContext(ReadOnly)}>
      <legend>{label}</legend>
      <div className="options">
        {options.map(([option, label]) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              data-pointer={pointer}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A choice of one of many values, in a list that opens. */
export function Select<V extends string>({ label, options, value, onChange }: SelectProps<V>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as V)}>
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
