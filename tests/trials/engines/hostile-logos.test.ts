import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../../api/http/assets.ts";
import { contentSecurityPolicy } from "../../../api/visitor/pages.ts";
import { bombs, hostileSvgs } from "../../schema/brand/hostile-svgs.ts";
import { listenHere } from "../../support/network/servers.ts";
import { shared } from "../../support/shared.ts";
import { engineNames, launchEngine } from "./support/launch.ts";

/** The requests, without those for pages. */
const asked: string[] = [];
let origin = "";

/** Engines draw four levels of a bomb at once, which our check refuses. They never finish ten. */
const drawable = [...hostileSvgs, ...bombs.map((bomb) => bomb(4))];

/** The hostile SVGs, changed to send their requests to this server. */
const svgs = () =>
  drawable.map((svg, index) =>
    svg
      .replaceAll(/(?:https?:)?\/\/(?:127\.0\.0\.1:9|example\.com)\//g, `${origin}/asked/${index}/`)
      .replaceAll("alert(1)", `fetch('${origin}/ran/${index}')`),
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

shared(async (onFinished) => {
  origin = await listenHere({ server, protocol: "http" }, 0, onFinished);
});

describe.each(engineNames)("A hostile logo in %s", (name) => {
  const open = launchEngine(name);

  it(`runs no script and starts no request (${drawable.length} logos)`, async () => {
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
    expect(loaded).toEqual(drawable.map(() => true));
    expect(asked).toEqual([]);
    // A page that runs a script and loads an image is noticed.
    await open(`${origin}/control`);
    await expect.poll(() => [...asked].sort()).toEqual(["/asked/x", "/ran/x"]);
  });
});
