import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { notice } from "../../../support/command/command.ts";
import { pageAt } from "../../../support/network/http.ts";
import { patient } from "../../../support/patient.ts";
import { readiness } from "../../../support/service/service.ts";
import { losses, newDatabase, showsTheFirstNotice, startWithBroken } from "./broken-start.ts";

/** What a store that cannot be used is, what the log says of it, and what makes it usable. */
interface Obstacle {
  name: string;
  says: RegExp;
  put(database: string): void;
  take(database: string): void;
}

const obstacles: Obstacle[] = [
  {
    name: "a folder that cannot be written",
    says: /cannot be used \(.+ cannot be written by user \S+\)/,
    put: (database) => chmodSync(dirname(database), 0o555),
    take: (database) => chmodSync(dirname(database), 0o755),
  },
  {
    name: "a folder that cannot be made",
    says: /the folder .+ cannot be created: EACCES/,
    put: (database) => {
      rmSync(dirname(database), { recursive: true });
      chmodSync(dirname(dirname(database)), 0o555);
    },
    take: (database) => chmodSync(dirname(dirname(database)), 0o755),
  },
  {
    name: "a file that is no store",
    says: /is not a notice store \(it is not a SQLite file\): set DATABASE/,
    put: (database) => writeFileSync(database, "hello ".repeat(1000)),
    take: (database) => {
      expect(readFileSync(database, "utf8")).toBe("hello ".repeat(1000));
      rmSync(database);
    },
  },
];

describe("a first start with", () => {
  it.each(obstacles)(
    "$name shows the notice of a new installation, says why, and makes the store once it can",
    async ({ says, put, take }) => {
      const DATABASE = newDatabase();
      put(DATABASE);
      const service = await startWithBroken(DATABASE, true);
      await showsTheFirstNotice(service);
      take(DATABASE);
      await expect.poll(() => readiness(service), patient).toMatchObject({ store: "up", revision: 1 });
      expect((await notice(service.env, ["set", "--title", "Changed"])).code).toBe(0);
      expect(await pageAt(service.url)).toContain(">Changed</h1>");
      expect(await losses(service)).toEqual([expect.stringMatching(says)]);
    },
  );
});
