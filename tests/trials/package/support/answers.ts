import { type IncomingMessage, request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { expect, vi } from "vitest";
import { patient } from "../../../support/patient.ts";

/** What an address answers to those who ask it again and again. */
export interface Answers {
  /** A change is acknowledged: no answer to who asks from now on may be older. */
  acknowledged(number: number): void;
  /** Resolves when a hundred more have been answered. */
  goOn(): Promise<void>;
  /** Ends the questions: how many were answered, and which of them not as they should be. */
  end(): Promise<{ count: number; wrong: string[] }>;
}

const questions = [
  ["GET", "/api/notice", 200],
  ["GET", "/", 503],
  ["POST", "/api/cart", 503],
] as const;

/** Asks an address in several lanes, over a new connection each time, until told to end. */
export function watchAnswers(url: string, lanes = 3): Answers {
  const wrong: string[] = [];
  let count = 0;
  let least = 0;
  let isOver = false;
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const [method, path, status] = questions[count % questions.length] ?? questions[0];
      count += 1;
      const known = least;
      const answer = await ask(method, url + path).catch((error: Error) => error.message);
      if (typeof answer === "string" || answer.status !== status || !(answer.number >= known))
        wrong.push(`${method} ${path}, after ${known}: ${JSON.stringify(answer)}`);
      await setImmediate();
    }
  };
  const ended = Promise.all(Array.from({ length: lanes }, lane));
  return {
    acknowledged: (number) => {
      least = number;
    },
    goOn: () => {
      const enough = count + 100;
      return vi.waitFor(() => expect(count).toBeGreaterThan(enough), patient);
    },
    end: async () => {
      isOver = true;
      await ended;
      return { count, wrong };
    },
  };
}

/** The status and the number of the notice, which is none where it is not ours. */
function ask(method: string, url: string): Promise<{ status: number | undefined; number: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: false, headers: { Accept: "text/html,*/*;q=0.8" } });
    sent.setTimeout(60_000, () => sent.destroy(new Error("nothing for 60 s")));
    sent.on("error", reject);
    sent.on("response", (message: IncomingMessage) => {
      const number = Number(message.headers["maintenance-notice"]);
      message.on("error", reject).on("end", () => resolve({ status: message.statusCode, number }));
      message.resume();
    });
    sent.end(method === "POST" ? "x".repeat(1024) : undefined);
  });
}
