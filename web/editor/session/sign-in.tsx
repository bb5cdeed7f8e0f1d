import { type SyntheticEvent, useEffect, useId, useState } from "react";
import type { SignInCredential } from "../client/client.ts";
import { Button } from "../controls/button.tsx";
import { LanguageOfPage } from "../controls/language-of-page.tsx";
import { Mark } from "../controls/mark.tsx";
import { Said, Sentence } from "../controls/said.tsx";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import type { Commands } from "../workspace/commands.ts";
import { clearFragment, credentialIn, fragmentIn, otherHostIn, secretIn } from "./link-secret.ts";

const said = texts.session;

interface Props {
  commands: Pick<Commands, "signIn">;
}

/** The sign-in with a link, which a button uses up, or with a token. */
export function SignIn({ commands }: Props) {
  const id = useId();
  const [secret, setSecret] = useState(() => secretIn(location.hash));
  const [token, setToken] = useState("");
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    // In an open page, a link changes only the fragment.
    const hear = () => {
      setFault("");
      setSecret(secretIn(location.hash));
    };
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, []);
  const signIn = async (credential: SignInCredential): Promise<void> => {
    setBusy(true);
    setFault("");
    const problem = await commands.signIn(credential);
    setBusy(false);
    if (!problem || problem.status === 401) {
      clearFragment();
      setSecret(undefined);
    }
    if (problem) setFault(describeProblem(problem));
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const other = otherHostIn(token);
    const fragment = fragmentIn(token);
    // An invitation has a page of its own, as if its link had been followed.
    if (other) setFault(said.otherEditor(other));
    else if (secretIn(fragment, "invitation")) location.hash = fragment;
    else void signIn(credentialIn(token));
  };
  return (
    <div className="sign-in">
      {secret && (
        <div className="by-link">
          <p>{said.byLink}</p>
          <Button className="main" disabled={isBusy} onClick={() => void signIn({ secret })}>
            {said.useLink}
          </Button>
        </div>
      )}
      <form onSubmit={submit}>
        {/* Password managers want a user name. */}
        <input type="text" name="username" value={texts.product} autoComplete="username" readOnly hidden />
        <div className="field">
          <label htmlFor={id}>{said.token}</label>
          <input
            id={id}
            type="password"
            value={token}
            onChange={({ target }) => setToken(target.value)}
            aria-describedby={`${id}-rule`}
            dir="ltr"
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <div className="rule" id={`${id}-rule`}>
            <Said>{said.byToken}</Said>
          </div>
        </div>
        <button type="submit" className={secret ? "" : "main"} disabled={isBusy}>
          {said.heading}
        </button>
      </form>
      <Sentence className="fault" role="alert">
        {fault}
      </Sentence>
      {!secret && <Sentence className="rule">{said.noLink}</Sentence>}
    </div>
  );
}

/** The first screen of somebody who is not signed in; `isLocked`: the browser has a session, but not its key. */
export function SignInPage({ commands, isLocked = false }: Props & { isLocked: boolean | undefined }) {
  return (
    <main className="sign-in-page">
      <Mark />
      <h1>{said.heading}</h1>
      {isLocked && <p>{said.locked}</p>}
      <SignIn commands={commands} />
      <LanguageOfPage />
    </main>
  );
}
