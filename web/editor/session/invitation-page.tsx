import { useState } from "react";
import type { ShownOnce } from "../../../schema/editor-api/tokens.ts";
import { Button } from "../controls/button.tsx";
import { LanguageOfPage } from "../controls/language-of-page.tsx";
import { Mark } from "../controls/mark.tsx";
import { Sentence } from "../controls/said.tsx";
import { TextToCopy } from "../controls/text-to-copy.tsx";
import { texts } from "../texts.ts";
import { dateAndTime } from "../time/date-and-time.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import type { Commands } from "../workspace/commands.ts";
import { clearFragment } from "./link-secret.ts";

const said = texts.invitation;

interface Props {
  secret: string;
  /** Who is signed in; undefined for nobody. */
  name: string | undefined;
  commands: Pick<Commands, "acceptInvitation">;
  /** Continues to the editor, or to the sign-in. */
  onClose: () => void;
}

/** The page of an invitation: a button that accepts it, then the token, which is shown once. */
export function InvitationPage({ secret, name, commands, onClose }: Props) {
  const [made, setMade] = useState<ShownOnce>();
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const accept = async (): Promise<void> => {
    setBusy(true);
    setFault("");
    const reply = await commands.acceptInvitation(secret);
    setBusy(false);
    if (reply.ok || reply.problem.status === 401) clearFragment();
    if (reply.ok) return setMade(reply.value);
    setOver(reply.problem.status === 401);
    setFault(describeProblem(reply.problem));
  };
  return (
    <main className="sign-in-page">
      <Mark />
      <h1>{made ? said.token : said.heading}</h1>
      {/* Present from the start, so that a change is announced. */}
      <p role="status">
        {made ? said.shownOnce(made.name, made.scope, dateAndTime(made.expiresAt)) : said.explain}
      </p>
      {made && <TextToCopy label={said.token} text={made.token} />}
      {!made && name !== undefined && <p>{said.signedIn(name)}</p>}
      <Sentence className="fault" role="alert">
        {fault}
      </Sentence>
      <div className="actions">
        {!made && !isOver && (
          <Button className="main" disabled={isBusy} onClick={() => void accept()}>
            {said.accept}
          </Button>
        )}
        <Button className={made ? "main" : "plain"} onClick={onClose}>
          {made || name !== undefined ? said.toEditor : said.toSignIn}
        </Button>
      </div>
      <LanguageOfPage />
    </main>
  );
}
