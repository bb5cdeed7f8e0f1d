import type { Client } from "../client/client.ts";
import { Mark } from "../controls/mark.tsx";
import { texts } from "../texts.ts";
import { SignIn } from "./sign-in.tsx";

/** The first screen of somebody who is not signed in. */
export function SignInPage({ client, onSignedIn }: { client: Client; onSignedIn: () => void }) {
  return (
    <main className="sign-in-page">
      <Mark />
      <h1>{texts.session.heading}</h1>
      <SignIn client={client} onSignedIn={onSignedIn} />
    </main>
  );
}
