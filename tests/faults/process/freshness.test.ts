import { expect, it } from "vitest";
import { hasEveryCell } from "../../support/cells.ts";
import { asking } from "../../support/network/http.ts";
import { startService } from "../../support/service/service.ts";
import { opened } from "../../support/store/sqlite-file.ts";
import { draftWith } from "../../support/texts/notices.ts";

const changes = hasEveryCell ? 1000 : 20;

it(`A service under load shows each of ${changes} changes on the first request after it was acknowledged`, async () => {
  const { url, database } = await startService();
  const ask = asking(url);
  const store = opened(database);
  let isOver = false;
  let visitors = 0;
  const visit = async (): Promise<void> => {
    while (!isOver) {
      expect((await ask({ url: "/shop" })).statusCode).toBe(503);
      visitors += 1;
    }
  };
  const load = Promise.all([visit(), visit()]);
  const stale: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const { number } = await store.append(draftWith({ title: `Change ${change}` }));
    const { headers } = await ask({ url: "/api/notice", method: "HEAD" });
    if (headers["maintenance-notice"] !== String(number)) stale.push(number);
  }
  isOver = true;
  await load;
  expect(stale).toEqual([]);
  expect(visitors).toBeGreaterThan(changes / 10);
});
