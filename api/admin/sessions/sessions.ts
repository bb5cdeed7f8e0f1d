import { randomBytes } from "node:crypto";
import type { Credential } from "../access.ts";
import { sumOf } from "./links.ts";

/** How long somebody stays signed in, and for how long without doing anything, in ms. */
export const sessionMs = 12 * 3_600_000;
const idleMs = 2 * 3_600_000;
/** How often one credential may be signed in at once; its own first session gives way, and nobody else's. */
const maxSessionsEach = 20;

/** How somebody who is signed in was let in, and until when that holds. */
export interface SignIn {
  credential: Credential;
  via: "link" | "token";
  /** RFC 3339 in UTC. */
  expiresAt: string;
  /** The sum of the token, which may be revoked at any time. */
  tokenSum?: string;
}

/** Whoever is let in, and until when that holds at most. */
export type Holder = Omit<SignIn, "expiresAt"> & Partial<Pick<SignIn, "expiresAt">>;

/** Who is signed in, in memory alone: a restart signs everybody out. */
export interface Sessions {
  /** Begins a session, which ends no later than what let its holder in, and gives the id that its cookie holds. */
  open(holder: Holder): string;
  /** The session of an id; `isUse` says whether somebody does something, and is not only looking. */
  find(id: string, isUse: boolean): SignIn | undefined;
  close(id: string): void;
}

interface Session {
  signIn: SignIn;
  /** In ms since the epoch, as `usedAt`. */
  until: number;
  usedAt: number;
}

/** Keeps no id, only its sum. */
export function createSessions(now: () => Date): Sessions {
  const all = new Map<string, Session>();
  const makeRoom = ({ id }: Credential): void => {
    for (const [sum, session] of all) if (hasEnded(session, now())) all.delete(sum);
    const own = [...all].filter(([, { signIn }]) => signIn.credential.id === id);
    const [[first] = []] = own;
    if (own.length >= maxSessionsEach && first !== undefined) all.delete(first);
  };
  return {
    open(holder) {
      makeRoom(holder.credential);
      const usedAt = now().getTime();
      const { expiresAt } = holder;
      const until = Math.min(usedAt + sessionMs, expiresAt === undefined ? Infinity : Date.parse(expiresAt));
      const id = randomBytes(32).toString("base64url");
      all.set(sumOf(id), {
        signIn: { ...holder, expiresAt: new Date(until).toISOString() },
        ...{ until, usedAt },
      });
      return id;
    },
    find(id, isUse) {
      const sum = sumOf(id);
      const session = all.get(sum);
      if (!session) return undefined;
      if (hasEnded(session, now())) {
        all.delete(sum);
        return undefined;
      }
      if (isUse) session.usedAt = now().getTime();
      return session.signIn;
    },
    close: (id) => void all.delete(sumOf(id)),
  };
}

function hasEnded({ until, usedAt }: Session, now: Date): boolean {
  return now.getTime() >= until || now.getTime() - usedAt >= idleMs;
}
