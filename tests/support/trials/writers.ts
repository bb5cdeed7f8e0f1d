import { describe, expect, it } from "vitest";
import { prepared } from "../command/prepared.ts";

/** The test that of eight commands at once exactly one wins, in each of so many rounds. */
export function testWriters(rounds: number): void {
  describe("eight commands at once with --if-revision", () => {
    it(`let exactly one win, ${rounds} of ${rounds} times; the others end with 3`, async () => {
      const { runProcess: run, document } = await prepared();
      for (let revision = 1; revision <= rounds; revision += 1) {
        const outcomes = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            run("set", "--title", `${revision} by ${index}`, "--if-revision", String(revision)),
          ),
        );
        expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 3, 3, 3, 3, 3, 3, 3]);
        const winner = outcomes.findIndex(({ code }) => code === 0);
        expect((await document()).title).toBe(`${revision} by ${winner}`);
      }
    }, 120_000);
  });
}
