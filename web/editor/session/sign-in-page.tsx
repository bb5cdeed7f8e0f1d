import { LanguageOfPage } from "../controls/language-of-page.tsx";
import { Mark } from "../controls/mark.tsx";
import { texts } from "../texts.ts";
import type { Commands } from "../workspace/commands.ts";
import { SignIn } from "./sign-in.tsx";

interface Props {
  commands: Commands;
  /** The browser has a session, but not its key. */
  isLocked: boolean | undefined;
}

/** The first screen of somebody who is not signed in. */
export function SignInPage({ commands, isLocked }: Props) {
  return (
    <main className="sign-in-page">
      <Mark />
      <h1>{texts.session.heading}</h1>
      {isLocked && <p>{texts.session.locked}</p>}
      <SignIn commands={commands} />
      <LanguageOfPage />
    </main>
  );
}
