import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { comesBack, crowd, openWebsocket } from "./clients.ts";

/** A request of the crowd's, with the period that it began in and the one that it ended in. */
export interface Asked {
  id: string;
  kind: string;
  began: number;
  ended?: number;
  outcome?: string;
  ms?: number;
}

/** Visitors who ask over and over, and whose requests belong to a period: even ones are the app's, odd ones the notice's. */
export interface PlannedCrowd {
  asked: Asked[];
  /** Counts the time until it is called again as that of a switch, which belongs to no period, or as the next period. */
  turn(next: "switching" | "switched"): void;
  /** Resolves when each kind of visitor has got so many replies to what it asked in this period. */
  hasReplies(count: number): Promise<void>;
  /** Resolves when nobody waits any more for a reply to what was asked in an earlier period. */
  earlierHaveEnded(): Promise<void>;
  /** How many websockets that were opened at the start have been cut since. */
  cutWebsockets(): number;
  /** Resolves when everybody has left. */
  leaves(): Promise<void>;
}

/** How long a round waits for what comes about by itself: uploads are slow where a machine has much else to do. */
export const roundTimeout = { timeout: 250_000, interval: 50 };

const kinds = Object.keys(crowd);
const websockets = 15;
/** Who has seen the notice comes again in a while, in ms; uploads later, as they must not take all of the machine. */
const againMs = (kind: string) => (kind.startsWith("upload") ? 4_000 : 1_500) * (1 + Math.random());

/** Sends the crowd to an address. */
export async function startPlannedCrowd(url: string): Promise<PlannedCrowd> {
  const asked: Asked[] = [];
  const underWay = new Set<Asked>();
  /** How many replies each kind has got to what it asked in this period. */
  const replies = new Map<string, number>();
  let period = 0;
  let isComing = true;
  let count = 0;
  let cut = 0;

  const sockets = await Promise.all(
    Array.from({ length: websockets }, (_, each) => openWebsocket(url, `kept ${each}`, "kept websocket")),
  );
  const talk = async (socket: (typeof sockets)[number]): Promise<void> => {
    if (typeof socket === "string") throw new Error(`A websocket got ${socket}`);
    for (let turn = 0; isComing; turn += 1) {
      if (!(await comesBack(socket, `turn ${turn}`))) {
        cut += 1;
        return;
      }
      await sleep(250);
    }
    socket.destroy();
  };
  const visit = async (kind: string): Promise<void> => {
    const client = crowd[kind]?.[1](url, kind);
    while (isComing && client) {
      const own: Asked = { id: String(count++), kind, began: period };
      asked.push(own);
      underWay.add(own);
      const from = Date.now();
      own.outcome = await client.ask(own.id);
      own.ended = period;
      own.ms = Date.now() - from;
      underWay.delete(own);
      if (own.began === period) replies.set(kind, (replies.get(kind) ?? 0) + 1);
      await sleep(own.outcome === "app" ? 0 : againMs(kind));
    }
    client?.leave();
  };
  const gone = Promise.all([
    ...sockets.map(talk),
    ...kinds.flatMap((kind) => Array.from({ length: crowd[kind]?.[0] ?? 0 }, () => visit(kind))),
  ]);
  // A failure is told when the crowd leaves.
  gone.catch(() => {});

  return {
    asked,
    turn(next) {
      // A switch has half a period to itself.
      period = next === "switching" ? period + 0.5 : Math.ceil(period);
      replies.clear();
    },
    hasReplies: (needed) =>
      vi.waitFor(() => {
        expect(kinds.filter((kind) => (replies.get(kind) ?? 0) < needed)).toEqual([]);
      }, roundTimeout),
    earlierHaveEnded: () =>
      vi.waitFor(() => expect([...underWay].filter(({ began }) => began < period)).toEqual([]), roundTimeout),
    cutWebsockets: () => cut,
    async leaves() {
      isComing = false;
      await gone;
    },
  };
}
