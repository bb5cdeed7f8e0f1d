import { Button } from "../controls/button.tsx";
import { Mark } from "../controls/mark.tsx";
import { TextToCopy } from "../controls/text-to-copy.tsx";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { keptText, setAside } from "../kept/kept-drafts.ts";
import { readable } from "../kept/readable.ts";
import { texts } from "../texts.ts";

const said = texts.failure;

interface Props {
  error: unknown;
  storage: BrowserStorage;
  /** This tab's name; null if it has none. */
  tab: string | null;
}

/** Says that the editor cannot be shown: what happened, what is kept, and what to do. */
export function FailurePage({ error, storage, tab }: Props) {
  const kept = tab === null ? undefined : keptText(storage, tab);
  const startWithout = (): void => {
    if (tab !== null) setAside(storage, tab);
    location.reload();
  };
  return (
    <main className="failure-page">
      <Mark />
      <h1>{said.heading}</h1>
      <p role="alert">{said.happened}</p>
      {kept === undefined ? (
        <p>{said.nothingKept}</p>
      ) : (
        <>
          <p>{said.kept}</p>
          <TextToCopy label={texts.drafts.itsText} text={readable(kept)} />
        </>
      )}
      <div className="actions">
        <Button className="main" onClick={() => location.reload()}>
          {said.reload}
        </Button>
        {kept !== undefined && <Button onClick={startWithout}>{said.startWithout}</Button>}
      </div>
      {kept !== undefined && <p className="rule">{said.without}</p>}
      <details>
        <summary>{said.forReport}</summary>
        <p>
          <code dir="ltr">{String(error)}</code>
        </p>
      </details>
    </main>
  );
}
