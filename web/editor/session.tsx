import { type SyntheticEvent, useEffect, useId, useState } from "react";
import { isLoopback } from "../../schema/validation/loopback.ts";
import type { Commands } from "./commands.ts";
import { Button } from "./controls/button.tsx";
import { LanguageOfPage, Mark } from "./controls/mark.tsx";
import { Said, Sentence } from "./controls/said.tsx";
import { Sheet } from "./controls/sheet.tsx";
import { texts } from "./texts.ts";
import { describeProblem } from "./trouble.ts";

const said = texts.session;

interface Props {
  commands: Pick<Commands, "signIn">;
}

/** The sign-in with a token, or with a pasted link, which is then as if it had been followed. */
export function SignIn({ commands }: Props) {
  const id = useId();
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);

  const signIn = async (): Promise<void> => {
    setBusy(true);
    setFault("");
    const problem = await commands.signIn({ token: text.trim() });
    setBusy(false);
    if (problem) setFault(describeProblem(problem));
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const other = otherHostIn(text);
    const fragment = fragmentIn(text);
    if (other) setFault(said.otherEditor(other));
    else if (secretIn(fragment)) location.hash = fragment;
    else void signIn();
  };
  return (
    <details className="sign-in">
      <summary>{said.anotherWay}</summary>
      <form onSubmit={submit}>
        {/* Password managers want a user name. */}
        <input type="text" name="username" value={texts.product} autoComplete="username" readOnly hidden />
        <div className="field">
          <label htmlFor={id}>{said.token}</label>
          <input
            id={id}
            type="password"
            value={text}
            onChange={({ target }) => setText(target.value)}
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
        <button type="submit" disabled={isBusy}>
          {said.heading}
        </button>
      </form>
      <Sentence className="fault" role="alert">
        {fault}
      </Sentence>
    </details>
  );
}

/** The first screen of somebody who is not signed in; `isLocked`: the browser has a sign-in, but not its key. */
export function SignInPage({ commands, isLocked = false }: Props & { isLocked: boolean | undefined }) {
  return (
    <main className="sign-in-page">
      <Mark />
      <h1>{said.heading}</h1>
      {isLocked && <p>{said.locked}</p>}
      <p>{said.noLink}</p>
      <SignIn commands={commands} />
      <LanguageOfPage />
    </main>
  );
}

interface LinkProps extends Props {
  secret: string;
  /** Who is signed in; undefined for nobody. */
  name: string | undefined;
  /** Forgets the link. */
  onClose: () => void;
}

/** The screen of a link, which only its button uses up. */
export function LinkPage({ secret, name, commands, onClose }: LinkProps) {
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const use = async (): Promise<void> => {
    setBusy(true);
    setFault("");
    const problem = await commands.signIn({ secret });
    setBusy(false);
    if (!problem) return onClose();
    // A secret that may still work stays in the address.
    if (problem.status === 401) clearFragment();
    setOver(problem.status === 401);
    setFault(describeProblem(problem));
  };
  return (
    <main className="sign-in-page">
      <Mark />
      <h1>{said.heading}</h1>
      <p>{said.byLink}</p>
      {name !== undefined && <p>{said.signedInHere(name)}</p>}
      <Sentence className="fault" role="alert">
        {fault}
      </Sentence>
      <div className="actions">
        {!isOver && (
          <Button className="main" disabled={isBusy} onClick={() => void use()}>
            {said.useLink}
          </Button>
        )}
        <Button className="plain" onClick={onClose}>
          {name === undefined ? said.anotherWay : said.toEditor}
        </Button>
      </div>
      <LanguageOfPage />
    </main>
  );
}

interface SignOutProps {
  commands: Pick<Commands, "signOut">;
  onClose: () => void;
}

/** Asks what becomes of unpublished words, which would stay in this browser. */
export function SignOutSheet({ commands, onClose }: SignOutProps) {
  const signOut = (keepsDrafts: boolean): void => {
    onClose();
    void commands.signOut(keepsDrafts);
  };
  return (
    <Sheet heading={said.signOut} onClose={onClose}>
      <p>{said.unpublished}</p>
      <div className="actions">
        <Button className="main" onClick={() => signOut(false)}>
          {said.deleteDrafts}
        </Button>
        <Button onClick={() => signOut(true)}>{said.keepDrafts}</Button>
      </div>
    </Sheet>
  );
}

/** The secret of a link that somebody opens or follows, and a function that forgets it. */
export function useLink(): [secret: string | undefined, forget: () => void] {
  const [secret, setSecret] = useState(() => secretIn(location.hash));
  useEffect(() => {
    // In an open page, a link changes only the fragment.
    const hear = () => setSecret((known) => secretIn(location.hash) ?? known);
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, []);
  const forget = (): void => {
    clearFragment();
    setSecret(undefined);
  };
  return [secret, forget];
}

/** The secret of a link in the fragment of an address; undefined if it has none. */
export function secretIn(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get("link") || undefined;
}

/** The fragment of a link that somebody has pasted, with its `#`. */
export function fragmentIn(text: string): string {
  const link = text.trim();
  return link.includes("#") ? link.slice(link.indexOf("#")) : "";
}

/** The host of a pasted link, if it is another editor's. */
function otherHostIn(text: string): string | undefined {
  const link = text.trim();
  if (!/^https?:/i.test(link) || !URL.canParse(link)) return undefined;
  const { host, hostname, port, hash } = new URL(link);
  const isSameMachine = isLoopback(hostname) && isLoopback(location.hostname) && port === location.port;
  return secretIn(hash) && host !== location.host && !isSameMachine ? host : undefined;
}

/** Takes the fragment out of the address bar and the history. */
function clearFragment(): void {
  history.replaceState(null, "", location.pathname);
}
