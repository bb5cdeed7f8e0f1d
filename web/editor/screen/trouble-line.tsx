import type { Client } from "../client/client.ts";
import { CodeText } from "../controls/code-text.tsx";
import { SignIn } from "../session/sign-in.tsx";
import { texts } from "../texts.ts";
import type { Trouble } from "../workspace/trouble.ts";

interface Props {
  trouble: Trouble | undefined;
  client: Client;
  onSignedIn: () => void;
}

/** Why the editor cannot do its work right now, and the way on. Present from the start, so that it is announced. */
export function TroubleLine({ trouble, client, onSignedIn }: Props) {
  return (
    <div className={trouble ? "line warning" : undefined} role="status">
      {trouble && (
        <p>
          <CodeText>{sentenceOf(trouble)}</CodeText>
        </p>
      )}
      {trouble?.kind === "store" && trouble.detail && <p className="rule">{trouble.detail}</p>}
      {trouble?.kind === "signed-out" && <SignIn client={client} onSignedIn={onSignedIn} />}
    </div>
  );
}

function sentenceOf(trouble: Trouble): string {
  switch (trouble.kind) {
    case "signed-out":
      return texts.session.again;
    case "other":
      return trouble.detail || texts.trouble.other;
    default:
      return texts.trouble[trouble.kind];
  }
}
