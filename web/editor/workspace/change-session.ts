import type { Client } from "../client/client.ts";
import type { Result } from "../client/request.ts";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";

const said = texts.session;

/** A failed action of somebody who is signed in. */
export interface SessionTrouble {
  text: string;
  /** Tries once more; absent if that cannot help. */
  again?: () => void;
}

interface Told {
  onTrouble: (trouble: SessionTrouble | undefined) => void;
}

/** Signs out. If that fails, the person is told, and stays signed in. */
export async function signOut(
  parts: Told & { client: Pick<Client, "signOut">; onSignedOut: () => void },
): Promise<void> {
  const { client, onSignedOut, onTrouble } = parts;
  onTrouble(undefined);
  const reply: Result<void> = await client.signOut();
  if (reply.ok || reply.problem.status === 401) return onSignedOut();
  const text = `${said.notSignedOut} ${describeProblem(reply.problem)}`;
  onTrouble({ text, again: () => void signOut(parts) });
}
