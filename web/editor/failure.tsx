import { Button } from "./controls/button.tsx";
import { TextToCopy } from "./controls/field.tsx";
import { Mark } from "./controls/mark.tsx";
import type { Kept } from "./kept.ts";
import { texts } from "./texts.ts";

const said = texts.failure;

interface Props {
  error: unknown;
  drafts: Pick<Kept, "text" | "setAside">;
}

/** Says that the editor cannot be shown: what happened, what is kept, and what to do. */
export function FailurePage({ error, drafts }: Props) {
  const kept = drafts.text();
  const startWithout = (): void => {
    drafts.setAside();
    location.reload();
  };
  return (
    <main>
      <Mark />
      <h1>{said.heading}</h1>
      <p role="alert">{said.happened}</p>
      {kept !== undefined && (
        <>
          <p>{said.kept}</p>
          <TextToCopy label={texts.drafts.itsText} text={kept} />
        </>
      )}
      <div className="actions">
        <Button className="main" onClick={() => location.reload()}>
          {said.reload}
        </Button>
        {kept !== undefined && <Button onClick={startWithout}>{said.startWithout}</Button>}
      </div>
      <details>
        <summary>{said.forReport}</summary>
        <p>
          <code dir="ltr">{String(error)}</code>
        </p>
      </details>
    </main>
  );
}
