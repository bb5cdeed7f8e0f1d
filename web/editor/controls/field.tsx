import { type ReactNode, useContext, useId, useState } from "react";
import { findMarkup } from "../../../schema/words/markup.ts";
import { ReadOnly } from "../read-only.ts";
import { texts } from "../texts.ts";

/** The attributes of the element in which something is typed. */
export interface InputAttributes {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  /** The pointer of its faults. */
  "data-pointer": string;
  /** Read-only text can be selected. A `select` has to be disabled instead. */
  readOnly: boolean;
  onBlur: () => void;
}

interface Props {
  label: ReactNode;
  /** Its pointer in the document, as in faults. */
  pointer: string;
  rule?: ReactNode;
  /** A button for the field. */
  action?: ReactNode;
  fault: string | undefined;
  /** Shows the fault although the field has not been left yet. */
  showsFault?: boolean;
  onLeft?: () => void;
  value: string;
  /** The limit in characters, as the schema counts them. */
  max?: number;
  children: (attributes: InputAttributes) => ReactNode;
}

/** A labelled field with its rule and count. It shows its fault after it has been left, and warns of markup. */
export function Field({
  label,
  pointer,
  rule,
  action,
  fault,
  showsFault,
  onLeft,
  value,
  max,
  children,
}: Props) {
  const id = useId();
  const readOnly = useContext(ReadOnly);
  const [wasLeft, setLeft] = useState(false);
  const count = [...value.normalize("NFC")].length;
  const isLong = max !== undefined && count > max;
  const shown = fault && (wasLeft || showsFault || isLong) ? fault : undefined;
  const markup = max === undefined ? undefined : findMarkup(value);
  const said = shown ?? (markup && texts.markup(markup));
  const described = [said && `${id}-fault`, rule && `${id}-rule`, max && `${id}-count`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described.join(" ") || undefined,
        "aria-invalid": shown ? true : undefined,
        "data-pointer": pointer,
        readOnly,
        onBlur: () => {
          setLeft(true);
          onLeft?.();
        },
      })}
      <div className="below">
        {rule && (
          <span className="rule" id={`${id}-rule`}>
            {rule}
          </span>
        )}
        {action}
        {max !== undefined && (
          <span className={isLong ? "count long" : "count"} id={`${id}-count`}>
            {texts.count(count, max)}
          </span>
        )}
      </div>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p className="fault" id={`${id}-fault`} role="status">
        {said}
      </p>
    </div>
  );
}
