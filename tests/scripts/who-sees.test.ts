import { createServer, type RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { prepared } from "../support/command/prepared.ts";
import { listenHere } from "../support/network/servers.ts";

/** An app, how often it was asked, and a command that knows its address. */
async function beside(reply: RequestListener) {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    reply(request, response);
  });
  const appUrl = await listenHere({ server, protocol: "http" });
  const { run } = await prepared({ APP_URL: appUrl });
  return { run, appUrl, asked: () => count };
}

const answers: RequestListener = (_request, response) => response.end();

describe("The sentence on who sees the notice", () => {
  it.each<[string, RequestListener, string]>([
    ["the app answers", answers, " Visitors see it when your app is away."],
    [
      "Backsoon answers",
      (_request, response) => response.writeHead(503, { "Maintenance-Notice": "1" }).end(),
      " Visitors are seeing the notice now.",
    ],
    ["nothing answers", () => {}, " URL gives no clear reply (It did not answer within 1 seconds)."],
  ])("is printed by `set` and `show` if %s", async (_name, reply, seen) => {
    const { run, asked, appUrl } = await beside(reply);
    const said = seen.replace("URL", `${appUrl}/`);
    const set = await run("set", "--title", "Back at nine");
    expect(set.stdout).toContain(`Revision 2 is published.${said}\n`);
    expect((await run("show")).stdout).toContain(`\n${said.trim()}\n`);
    expect(asked()).toBe(2);
  });

  it("asks the app neither for changes that publish nothing nor for JSON", async () => {
    const { run, asked } = await beside(answers);
    await run("set", "--title", "x", "--dry-run");
    await run("set", "--title", "Under Maintenance");
    await run("set", "--title", "x", "--json");
    await run("show", "--json");
    expect(asked()).toBe(0);
  });

  it("does not stop a change if APP_URL is wrong", async () => {
    const { run } = await prepared({ APP_URL: "shop.example" });
    const { code, stdout } = await run("set", "--title", "x");
    expect([code, stdout]).toEqual([0, expect.stringContaining("Revision 2 is published.\n")]);
  });
});
