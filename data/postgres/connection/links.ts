import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import { type Deadline, deadlineIn, sooner } from "../../time/deadline.ts";
import type { DatabaseLogin } from "./connect.ts";
import { reasonOf } from "./fault.ts";
import { createLink, type Link } from "./link.ts";
import { Late } from "./session.ts";

/** How many connections there may be: the database has few, and its nodes need theirs. */
const maxLinks = 4;

/**
 * Makes a few connections that many callers share, with a deadline as in `createLink`. Each caller has one to itself
 * while it works, and waits if none is free.
 */
export function createLinks(login: DatabaseLogin, deadline?: Deadline): Pick<Link, "use" | "close"> {
  const idle: Link[] = [];
  const waiting: (() => void)[] = [];
  let count = 0;
  let isClosed = false;

  /** Waits until somebody gives a connection back. */
  const turn = (until: Deadline): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(next), 1);
        const store = describeAddress(login.address);
        reject(new NoticeError("STORE_UNREACHABLE", { store, reason: reasonOf(new Late()) }));
      }, until.timeLeftMs());
      waiting.push(next);
    });
  const take = async (until: Deadline): Promise<Link> => {
    if (count === maxLinks) await turn(until);
    else count += 1;
    return idle.pop() ?? createLink(login, deadline);
  };
  const giveBack = (link: Link, isUsable: boolean): void => {
    // A failed connection is not used again, so that a database that is away is noticed at once.
    if (isUsable && !isClosed) idle.push(link);
    else link.close();
    const next = waiting.shift();
    if (next) next();
    else count -= 1;
  };
  return {
    async use(work, timeoutMs) {
      const link = await take(sooner(deadlineIn(timeoutMs), deadline));
      let isUsable = false;
      try {
        const result = await link.use(work, timeoutMs);
        isUsable = true;
        return result;
      } finally {
        giveBack(link, isUsable);
      }
    },
    close() {
      isClosed = true;
      for (const link of idle.splice(0)) link.close();
    },
  };
}
