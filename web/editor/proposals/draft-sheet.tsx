import { type SyntheticEvent, useEffect, useEffectEvent, useId } from "react";
import { maxBriefLength } from "../../../schema/editor-api/proposals.ts";
import { Sheet } from "../controls/sheet.tsx";
import { said } from "./texts.ts";

interface Props {
  /** The brief typed before. */
  brief: string;
  onBrief: (brief: string) => void;
  /** The name of the language of the draft. */
  language: string | undefined;
  onClose: () => void;
  onAsk: (brief: string) => void;
}

/** The form for a brief, from which the model drafts. */
export function DraftSheet({ brief, onBrief, language, onClose, onAsk }: Props) {
  const id = useId();
  const isReady = /\S/.test(brief);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isReady) onAsk(brief);
  };
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (isReady && !event.repeat) onAsk(brief);
  });
  useEffect(() => {
    // In the capture phase, before the page opens the review for these keys.
    addEventListener("keydown", hear, true);
    return () => removeEventListener("keydown", hear, true);
  }, []);
  return (
    <Sheet heading={said.sheet.heading} onClose={onClose}>
      <form className="brief" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{said.sheet.brief}</label>
          <textarea
            id={id}
            rows={4}
            dir="auto"
            value={brief}
            maxLength={maxBriefLength}
            aria-describedby={`${id}-rule`}
            // biome-ignore lint/a11y/noAutofocus: it is what the sheet is for.
            autoFocus
            onChange={({ target }) => onBrief(target.value)}
          />
          <p className="rule" id={`${id}-rule`}>
            {said.sheet.rule} {language ? said.sheet.inLanguage(language) : said.sheet.inOwn}
          </p>
        </div>
        <div className="actions">
          <button type="submit" className="main" disabled={!isReady}>
            {said.sheet.ask}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
