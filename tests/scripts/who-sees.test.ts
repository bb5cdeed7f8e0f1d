import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { prepared } from "../support/command/prepared.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";

/** A store and an app, whose address commands know; `asked` counts the app's requests. */
async function beside(reply: RequestListener) {
  let count = 0;
  const app = await withoutTls((request, response) => {
    count += 1;
    reply(request, response);
  });
  const APP_URL = await listenHere(app);
  const { run } = await prepared({ APP_URL });
  return { run, APP_URL, asked: () => count };
}

const answers: RequestListener = (_request, response) => response.end();
const backsoon: RequestListener = (_request, response) =>
  response.writeHead(503, { "Maintenance-Notice": "1" }).end();

describe("The sentence on who sees the notice", () => {
  it.each<[string, RequestListener, string]>([
    ["the app answers", answers, "Visitors see it when your app is away."],
    ["Backsoon answers", backsoon, "Visitors are seeing the notice now."],
    ["nothing answers", () => {}, "URL/ gives no clear reply (It did not answer within 1 seconds)."],
  ])("is printed by `set` and `show` if %s", async (_name, reply, sentence) => {
    const { run, asked, APP_URL } = await beside(reply);
    const said = sentence.replace("URL", APP_URL);
    const set = await run("set", "--title", "Back at nine");
    expect(set.stdout).toContain(`Revision 2 is published. ${said}\n`);
    expect((await run("show")).stdout).toContain(`\n${said}\n`);
    expect(asked()).toBe(2);
  });

  it("is left out of JSON and of changes that publish nothing, which ask no app", async () => {
    const { run, asked } = await beside(answers);
    for (const args of [["x", "--dry-run"], ["Under Maintenance"], ["x", "--json"]])
      await run("set", "--title", ...args);
    await run("show", "--json");
    expect(asked()).toBe(0);
  });

  it("is left out if APP_URL is wrong, which stops no change", async () => {
    const { run } = await prepared({ APP_URL: "shop.example" });
    const { code, stdout } = await run("set", "--title", "x");
    expect([code, stdout]).toEqual([0, expect.stringContaining("Revision 2 is published.\n")]);
  });
});
