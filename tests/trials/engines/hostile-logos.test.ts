import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../../api/http/assets.ts";
import { contentSecurityPolicy } from "../../../api/visitor/pages.ts";
import { bombs, hostileSvgs } from "../../schema/brand/hostile-svgs.ts";
import { listenHere } from "../../support/network/servers.ts";
import { shared } from "../../support/shared.ts";
import { engineNames, launchEngine } from "./support/launch.ts";

/** Engines draw four levels of a bomb at once, which our check refuses. They never finish ten. */
const drawable = [...hostileSvgs, ...bombs.map((bomb) => bomb(4))];

/** The requests of the logos, and of the control page. */
const asked: string[] = [];
let origin = "";

/** A page with the hostile logos, changed to send their requests to this server. */
const page = () => {
  const images = drawable.map((svg, index) => {
    const changed = svg
      .replaceAll(/(?:https?:)?\/\/(?:127\.0\.0\.1:9|example\.com)\//g, `${origin}/asked/${index}/`)
      .replaceAll("alert(1)", `fetch('${origin}/ran/${index}')`);
    return `<img alt="" width="20" height="20" src="data:image/svg+xml,${encodeURIComponent(changed)}">`;
  });
  return `<!doctype html><title>logos</title>${images.join("")}`;
};
/** A page that runs a script and loads an image. */
const control = () =>
  `<svg xmlns="http://www.w3.org/2000/svg"><image href="${origin}/asked/x"/><script>fetch("${origin}/ran/x")</script></svg>`;

const server: RequestListener = ({ url = "" }, response) => {
  if (url === "/page") {
    const policy = contentSecurityPolicy(readBuild("dist/web").template, false);
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
    response.writeHead(200, headers).end(page());
  } else if (url === "/control") response.setHeader("Content-Type", "image/svg+xml").end(control());
  else {
    if (url !== "/favicon.ico") asked.push(url);
    response.end();
  }
};

shared(async (onFinished) => {
  origin = await listenHere(server, 0, onFinished);
});

describe.each(engineNames)("Hostile logos in %s", (name) => {
  const open = launchEngine(name);

  it("run no script and send no request", async () => {
    asked.length = 0;
    const { evaluate } = await open(`${origin}/page`);
    const decoded = await evaluate(async () => {
      const all = await Promise.allSettled([...document.images].map((image) => image.decode()));
      return all.filter(({ status }) => status === "fulfilled").length;
    });
    expect(decoded).toBe(drawable.length);
    expect(asked).toEqual([]);
    await open(`${origin}/control`);
    await expect.poll(() => asked.toSorted()).toEqual(["/asked/x", "/ran/x"]);
  });
});
