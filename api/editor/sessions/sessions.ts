import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Credential } from "../access.ts";
import { createForwardClock } from "./forward-clock.ts";
import { sumOfSecret } from "./links.ts";

/** How long a session lasts, and how long it lasts without use, in ms. */
export const sessionMs = 12 * 3_600_000;
const idleMs = 2 * 3_600_000;
/** How long after its end a session is still known, in ms: requests with its cookie may be under way. */
const graceMs = 60_000;
/** How many sessions a credential may have: a new one ends the oldest of the same credential. */
const maxSessionsEach = 20;

/** How somebody signed in, and until when that holds. */
export interface SignIn {
  credential: Credential;
  via: "link" | "token";
  /** RFC 3339 in UTC. */
  expiresAt: string;
  /** The hash of the token, which may be revoked at any time. */
  tokenSum?: string;
}

/** Who is let in, and until when at most. */
export type Holder = Omit<SignIn, "expiresAt"> & Partial<Pick<SignIn, "expiresAt">>;

interface Session {
  signIn: SignIn;
  keySum: string;
  /** In ms of the clock that never goes back, as `usedAt`. */
  until: number;
  usedAt: number;
}

/** All sessions, in memory only: a restart signs everybody out. Only hashes of ids and keys are kept. */
export function createSessions(now: () => Date) {
  const all = new Map<string, Session>();
  const passed = createForwardClock(now);
  const makeRoom = ({ id }: Credential): void => {
    const time = passed();
    for (const [sum, session] of all) if (time >= endOf(session) + graceMs) all.delete(sum);
    const isOwn = (session: Session): boolean => session.signIn.credential.id === id && time < endOf(session);
    const own = [...all].filter(([, session]) => isOwn(session));
    const [[first] = []] = own;
    if (own.length >= maxSessionsEach && first !== undefined) all.delete(first);
  };
  return {
    /**
     * Begins a session, which ends no later than its token. Returns the id, which goes into the cookie, and the key,
     * which does not.
     */
    open(holder: Holder): { id: string; key: string } {
      makeRoom(holder.credential);
      const [usedAt, openedAt] = [passed(), now().getTime()];
      const { expiresAt } = holder;
      const leftMs = expiresAt === undefined ? Infinity : Date.parse(expiresAt) - openedAt;
      const lifeMs = Math.min(sessionMs, leftMs);
      const [id, key] = [makeSecret(), makeSecret()];
      all.set(sumOfSecret(id), {
        signIn: { ...holder, expiresAt: new Date(openedAt + lifeMs).toISOString() },
        keySum: sumOfSecret(key),
        until: usedAt + lifeMs,
        usedAt,
      });
      return { id, key };
    },
    /**
     * The session of an id; "ended" if it ended a moment ago, "locked" if the key is missing or wrong. `isUse`: whether
     * a person acts, and not a page that polls.
     */
    find(id: string, key: string | undefined, isUse: boolean): SignIn | "ended" | "locked" | undefined {
      const time = passed();
      const session = all.get(sumOfSecret(id));
      if (!session) return undefined;
      if (time >= endOf(session)) return time < endOf(session) + graceMs ? "ended" : undefined;
      if (!timingSafeEqual(Buffer.from(sumOfSecret(key ?? "")), Buffer.from(session.keySum))) return "locked";
      if (isUse) session.usedAt = time;
      return session.signIn;
    },
    close(id: string): void {
      const session = all.get(sumOfSecret(id));
      if (session) session.until = Math.min(session.until, passed());
    },
  };
}

function makeSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** When a session ended, or will end unless it is used. */
function endOf({ until, usedAt }: Session): number {
  return Math.min(until, usedAt + idleMs);
}
