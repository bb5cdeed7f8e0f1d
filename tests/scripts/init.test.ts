import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

describe("notice init", () => {
  it("creates the store only once", async () => {
    const folder = temporaryFolder();
    const env = { ...process.env, DATABASE: join(folder, "tief im", "über allem", "notice.db") };
    const first = await notice(env, ["init"]);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /notice\.db is ready with revision 1 from .*data\/notice\.json\.\nThe notice speaks of .* set --message TEXT --contact-email ADDRESS`\.\n$/,
      ),
    });
    const second = await notice(env, ["init"]);
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/already exists, at revision 1\. Nothing was changed/),
    });
    expect(JSON.parse((await notice(env, ["init", "--json"])).stdout)).toMatchObject({
      created: false,
      revision: 1,
    });
    rmSync(env.DATABASE);
    expect(JSON.parse((await notice(env, ["init", "--json"])).stdout)).toMatchObject({
      created: true,
      revision: 1,
    });
  });
});
