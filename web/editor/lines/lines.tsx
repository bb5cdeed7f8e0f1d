import { type ReactElement, type ReactNode, useId, useState } from "react";
import { PlainButton } from "../controls/button.tsx";
import { texts } from "../texts.ts";

const said = texts.lines;

interface Props {
  /** Present from the start, so that it is announced. */
  trouble: ReactNode;
  isTroubled: boolean;
  /** The other messages, each with a key, the most urgent first. */
  lines: readonly ReactElement[];
}

/** The most urgent message, and a button for the others. */
export function Lines({ trouble, isTroubled, lines }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const others = lines.length - (isTroubled ? 0 : 1);
  return (
    <div className="lines">
      <div id={id}>
        {trouble}
        {lines.map((line, index) => (
          <div key={line.key} hidden={!isOpen && (isTroubled || index > 0)}>
            {line}
          </div>
        ))}
      </div>
      {others > 0 && (
        <PlainButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? said.fewer : said.more(others)}
        </PlainButton>
      )}
    </div>
  );
}
