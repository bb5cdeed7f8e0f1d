import { describe, expect, it } from "vitest";
import {
  type Damage,
  damageable,
  expectRepair,
  overwritten,
  pagesOf,
  replacements,
  truncated,
} from "../../support/store/damage.ts";

/** What happens to one store after the other, each of which is repaired before the next happens to it. */
async function damages(): Promise<Damage[][]> {
  const pages = [...Array(pagesOf(await damageable(false))).keys()].map((page) => page + 1);
  const ofPage = (page: number): Damage[] => [
    ...[0, 2048].flatMap((start) => [64, 512].map((bytes) => overwritten(page, start, bytes))),
    ...(page > 1 ? [truncated(page)] : []),
  ];
  return [...pages.map(ofPage), replacements];
}

describe("notice restore", () => {
  it.each([
    ["alone", false],
    ["while a service has the store open", true],
  ])("makes green what check has in red, %s, whatever happened to the store", async (_, withService) => {
    let [red, all] = [0, 0];
    for (const successive of await damages()) {
      const store = await damageable(withService);
      for (const damage of successive) {
        all += 1;
        try {
          red += Number(await expectRepair(store, damage));
        } catch (error) {
          throw new Error(damage.name, { cause: error });
        }
      }
    }
    process.stdout.write(`${red} of ${all} were red.\n`);
    expect(red).toBeGreaterThan(all / 2);
  });
});
