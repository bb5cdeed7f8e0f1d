import type { Client } from "../client/client.ts";
import { Mark } from "../controls/mark.tsx";
import { texts } from "../texts.ts";
import { SignIn } from "./sign-in.tsx";

interface Props {
  client: Client;
  /** The browser has a session, but not its key. */
  isLocked: boolean | undefined;
  onSignedIn: () => void;
}

/** The first screen of somebody who is not signed in. */
export function SignInPage({ client, isLocked, onSignedIn }: Props) {
  return (
    <main className="sign-in-page">
      <Mark />
      <h1>{texts.session.heading}</h1>
      {isLocked && <p>{texts.session.locked}</p>}
      <SignIn client={client} onSignedIn={onSignedIn} />
    </main>
  );
}
