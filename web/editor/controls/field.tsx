import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { findMarkup } from "../../../schema/advice/advice.ts";
import { texts } from "../texts.ts";
import { Button } from "./button.tsx";

/** Whether the form is read-only, as for people who may not publish. */
export const ReadOnly = createContext(false);

interface InputAttributes {
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
  fault: string | undefined;
  remedy?: ReactNode;
  /** Shown in place of the fault unless there is one. */
  remark?: { text: string; className: string };
  /** Shows the fault although the field has not been left yet. */
  showsFault?: boolean;
  onLeft?: () => void;
  value: string;
  /** The limit in characters, as the schema counts them. */
  max?: number;
  children: (attributes: InputAttributes) => ReactNode;
}

/** A labelled field with its rule and, near its limit, its count. It shows its fault after it has been left, and warns of markup. */
export function Field({
  label,
  pointer,
  rule,
  fault,
  remedy,
  remark,
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
  // A limit that is far away is nothing to think about.
  const isCounted = max !== undefined && count > 0.8 * max;
  const shown = fault && (wasLeft || showsFault || isLong) ? fault : undefined;
  const markup = max === undefined ? undefined : findMarkup(value);
  const warning = shown ?? (markup && texts.markup(markup));
  const said = warning ?? remark?.text;
  const described = [said && `${id}-fault`, rule && `${id}-rule`, isCounted && `${id}-count`].filter(Boolean);
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
      {rule && (
        <span className="rule" id={`${id}-rule`}>
          {rule}
        </span>
      )}
      {isCounted && (
        <span className={isLong ? "count fault" : "count"} id={`${id}-count`}>
          {texts.count(count, max)}
        </span>
      )}
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p className={warning ? "fault" : remark?.className} id={`${id}-fault`} role="status">
        {said}
      </p>
      {shown && remedy}
    </div>
  );
}

type OneLineProps = Omit<ComponentProps<"textarea">, "onChange"> & {
  value: string;
  onWrite: (value: string) => void;
};

/** A field for one line, which wraps so that all of it is visible. Pasted line breaks become spaces. */
export function OneLine({ onWrite, ...attributes }: OneLineProps) {
  return (
    <textarea
      {...attributes}
      className={`one-line ${attributes.className ?? ""}`}
      rows={1}
      autoComplete="off"
      onChange={({ target }) => onWrite(target.value.replace(/[\r\n]+/g, " "))}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
      }}
    />
  );
}

/** A text to copy with a button or, if the browser forbids that, by hand. */
export function TextToCopy({ label, text }: { label: string; text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState("");
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It appears after a button was pressed, and may be out of view.
    all.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(texts.copy.done);
    } catch {
      area.current?.select();
      setOutcome(texts.copy.byHand);
    }
  };
  return (
    <div className="to-copy" ref={all}>
      <textarea ref={area} aria-label={label} value={text} rows={4} dir="auto" readOnly />
      <div className="actions">
        <Button onClick={() => void copy()}>{texts.copy.copy}</Button>
        <p role="status">{outcome}</p>
      </div>
    </div>
  );
}
