import { type ComponentProps, type ReactNode, type SyntheticEvent, useEffect, useId, useState } from "react";
import type { Link } from "../../schema/editor-api/session.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import type { Client } from "./client.ts";
import type { Commands } from "./commands.ts";
import { Button } from "./controls/button.tsx";
import { TextToCopy } from "./controls/field.tsx";
import { LanguageOfPage, Mark } from "./controls/mark.tsx";
import { Said, Sentence } from "./controls/said.tsx";
import { Sheet } from "./controls/sheet.tsx";
import type { Workspace } from "./state.ts";
import { texts } from "./texts.ts";
import { dateAndTime } from "./time.ts";
import { describeProblem } from "./trouble.ts";

const said = texts.session;

interface FormProps {
  label: string;
  rule: string;
  button: string;
  field: ComponentProps<"input">;
  /** Gives what was wrong; empty if nothing was. */
  onSubmit: (text: string) => Promise<string> | string;
  children?: ReactNode;
}

function OneFieldForm({ label, rule, button, field, onSubmit, children }: FormProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFault("");
    setFault(await onSubmit(text));
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {children}
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-describedby={`${id}-rule`}
          spellCheck={false}
          required
          {...field}
        />
        <div className="rule" id={`${id}-rule`}>
          <Said>{rule}</Said>
        </div>
      </div>
      <button type="submit" disabled={isBusy}>
        {button}
      </button>
      <Sentence className="fault" role="alert">
        {fault}
      </Sentence>
    </form>
  );
}

interface Props {
  commands: Pick<Commands, "signIn">;
}

/** The sign-in with a token, or with a pasted link, which is then as if it had been followed. */
export function SignIn({ commands }: Props) {
  const signIn = async (text: string): Promise<string> => {
    const fragment = fragmentIn(text);
    if (secretIn(fragment)) location.hash = fragment;
    else {
      const problem = await commands.signIn({ token: text.trim() });
      if (problem) return describeProblem(problem);
    }
    return "";
  };
  return (
    <details className="sign-in">
      <summary>{said.anotherWay}</summary>
      <OneFieldForm
        label={said.token}
        rule={said.byToken}
        button={said.heading}
        field={{ type: "password", dir: "ltr", autoComplete: "current-password", autoCapitalize: "none" }}
        onSubmit={signIn}
      >
        {/* Password managers want a user name. */}
        <input type="text" name="username" value={texts.product} autoComplete="username" readOnly hidden />
      </OneFieldForm>
    </details>
  );
}

/** The first screen of somebody who is not signed in. */
export function SignInPage({ commands, left }: Props & Pick<Workspace, "left">) {
  return (
    <main>
      <Mark />
      <h1>{said.heading}</h1>
      {left && <p role="status">{said[left]}</p>}
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
    <main>
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
          {name === undefined ? said.anotherWay : texts.close}
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

function clearFragment(): void {
  history.replaceState(null, "", location.pathname);
}

interface InviteProps {
  client: Pick<Client, "link">;
  onClose: () => void;
}

/** Asks for a name, then shows a link to pass on. */
export function InviteSheet({ client, onClose }: InviteProps) {
  const said = texts.invite;
  const [made, setMade] = useState<Link & { name: string }>();
  const make = async (name: string): Promise<string> => {
    setMade(undefined);
    const reply = await client.link(name);
    if (!reply.ok) return describeProblem(reply.problem);
    setMade({ ...reply.value, name });
    return "";
  };
  return (
    <Sheet heading={said.open} onClose={onClose}>
      <OneFieldForm
        label={said.name}
        rule={said.explain}
        button={said.make}
        field={{ type: "text", dir: "auto", autoComplete: "off" }}
        onSubmit={make}
      />
      <div role="status">
        {made && <p>{said.pass(made.name, dateAndTime(made.expiresAt))}</p>}
        {made && isLoopback(new URL(made.link).hostname) && <p className="rule">{said.onlyHere}</p>}
      </div>
      {made && <TextToCopy key={made.link} label={said.link} text={made.link} />}
    </Sheet>
  );
}
