/** The clock of the service, as its replies tell it. */
export interface ServerClock {
  /** In ms since the epoch. */
  now(): number;
  /** Learns from the reply to a request that was sent at a time, in ms since the epoch. */
  learn(response: Response, askedAt: number): void;
}

/** A smaller difference, in ms, is none: a reply gives whole seconds, and takes time to arrive. */
const unsureMs = 2_000;

/** A clock that follows that of the service once it differs; until then it is this computer's. */
export function createServerClock(here: () => number = Date.now): ServerClock {
  let ahead = 0;
  return {
    now: () => here() + ahead,
    learn: ({ headers }, askedAt) => {
      const told = Date.parse(headers.get("date") ?? "") + 500;
      const found = told - (askedAt + here()) / 2;
      if (Math.abs(found - ahead) > unsureMs) ahead = Math.abs(found) > unsureMs ? Math.round(found) : 0;
    },
  };
}
