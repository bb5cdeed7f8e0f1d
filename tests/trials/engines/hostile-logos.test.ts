import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBuild } from "../../../api/assets/build.ts";
import { contentSecurityPolicy } from "../../../api/visitor/content-security-policy.ts";
import { bombs, hostileSvgs } from "../../support/texts/hostile-svgs.ts";
import { engineNames, launchEngine } from "./support/launch.ts";

/** What was asked for, the pages aside. */
const asked: string[] = [];
let origin = "";

/** No engine ever has a bomb drawn, which is why our check refuses those, too, that any engine has drawn at once. */
const endless = new Set(bombs.map((bomb) => bomb(10)));
const drawable = [...hostileSvgs.filter((svg) => !endless.has(svg)), ...bombs.map((bomb) => bomb(4))];

/** The hostile SVGs, which here ask our own server, and tell of it when they run. */
const svgs = () =>
  drawable.map((svg, index) =>
    svg
      .replaceAll(/(?:https?:)?\/\/(?:127\.0\.0\.1:9|example\.com)\//g, `${origin}/asked/${index}/`)
      .replaceAll("alert(1)", `fetch(&quot;${origin}/ran/${index}&quot;)`),
  );
const image = (svg: string) =>
  `<img alt="" width="20" height="20" src="data:image/svg+xml,${encodeURIComponent(svg)}">`;

const server = createServer(({ url = "" }, response) => {
  if (url === "/page") {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader(
      "Content-Security-Policy",
      contentSecurityPolicy(readBuild("dist/web").template, false),
    );
    response.end(`<!doctype html><title>logos</title>${svgs().map(image).join("")}`);
  } else if (url === "/control") {
    response.setHeader("Content-Type", "image/svg+xml");
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${origin}/asked/x"/><script>fetch("${origin}/ran/x")</script></svg>`,
    );
  } else {
    if (url !== "/favicon.ico") asked.push(url);
    response.end();
  }
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(engineNames)("in %s", (name) => {
  const open = launchEngine(name);

  it(`none of ${drawable.length} hostile logos runs or asks for anything, even past our check`, async () => {
    asked.length = 0;
    const tab = await open(`${origin}/page`);
    const loaded = await tab.evaluate(() =>
      Promise.all(
        [...document.images].map((image) =>
          image.decode().then(
            () => true,
            () => false,
          ),
        ),
      ),
    );
    expect(drawable).toHaveLength(hostileSvgs.length);
    // Those that are SVG at all have been drawn.
    expect(loaded).toHaveLength(drawable.length);
    expect(loaded.filter(Boolean).length).toBeGreaterThan(100);
    expect(loaded.slice(-bombs.length)).toEqual([true, true]);
    expect(asked).toEqual([]);
    // As a page of its own, one that does both is seen to.
    await open(`${origin}/control`);
    await expect.poll(() => [...asked].sort()).toEqual(["/asked/x", "/ran/x"]);
  });
});
