import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

it("notice init creates the store only once", async () => {
  const env = { ...process.env, DATABASE: join(temporaryFolder(), "tief im", "über allem", "notice.db") };
  const init = (...args: string[]) => notice(env, ["init", ...args]);
  expect((await init()).stdout).toMatch(
    /notice\.db is ready with revision 1 from .*data\/notice\.json\.\n.* set --message TEXT --contact-email ADDRESS`\.\n$/,
  );
  const again = expect.stringMatching(/already exists, at revision 1\. Nothing was changed/);
  expect(await init()).toMatchObject({ code: 0, stdout: again });
  expect(JSON.parse((await init("--json")).stdout)).toMatchObject({ created: false, revision: 1 });
  rmSync(env.DATABASE);
  expect(JSON.parse((await init("--json")).stdout)).toMatchObject({ created: true, revision: 1 });
});
