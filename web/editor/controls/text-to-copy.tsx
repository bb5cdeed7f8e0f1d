import { useEffect, useRef, useState } from "react";
import { texts } from "../texts.ts";
import { Button } from "./button.tsx";

const said = texts.copy;

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
      setOutcome(said.done);
    } catch {
      area.current?.select();
      setOutcome(said.byHand);
    }
  };
  return (
    <div className="to-copy" ref={all}>
      <textarea ref={area} aria-label={label} value={text} rows={4} dir="auto" readOnly />
      <div className="actions">
        <Button onClick={() => void copy()}>{said.copy}</Button>
        <p role="status">{outcome}</p>
      </div>
    </div>
  );
}
