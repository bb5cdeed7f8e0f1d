import { PlainButton } from "../controls/button.tsx";
import { TextToCopy } from "../controls/text-to-copy.tsx";
import type { LeftAside } from "../kept/kept-drafts.ts";
import { readable } from "../kept/readable.ts";
import { texts } from "../texts.ts";

const said = texts.drafts;

/** A draft that cannot be continued, as text to copy. */
export function LeftAsideLine({ one, onForget }: { one: LeftAside; onForget: (one: LeftAside) => void }) {
  return (
    <div className="line left-aside">
      <p>{said.leftAside}</p>
      <PlainButton onClick={() => onForget(one)}>{said.forget}</PlainButton>
      <details>
        <summary>{said.showText}</summary>
        <TextToCopy label={said.itsText} text={readable(one.text)} />
      </details>
    </div>
  );
}
