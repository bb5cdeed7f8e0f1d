import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { startByRecipe } from "../../support/network/recipes.ts";
import { listenHere } from "../../support/network/servers.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { askOnce, startIllApp } from "./support/ill-apps.ts";

/** How long the app of these tests is silent, in ms, and the shorter time that nginx gives it, in its own words. */
const silentMs = 2500;
const cut = (recipe: string) => recipe.replace("proxy_read_timeout 15s", "proxy_read_timeout 1s");

/** An app that is ill at one path, and silent for long at another. */
const app = () =>
  createServer((request, response) => {
    response.statusCode = request.url === "/broken" ? 502 : 200;
    setTimeout(() => response.end("its own words"), request.url === "/silent" ? silentMs : 0);
  }).on("upgrade", (_request, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    setTimeout(() => socket.end("late"), silentMs);
  });

async function startBefore(port: number): Promise<string> {
  const service = await serveHere();
  return startByRecipe(["nginx", "nginx.conf"], { app: port, services: [service.url], edit: cut });
}

async function startApp(): Promise<string> {
  const url = await listenHere({ server: app(), protocol: "http" });
  return startBefore(Number(new URL(url).port));
}

describe("behind nginx", () => {
  it("one bad reply of one address sends nobody else to the notice", async () => {
    const url = await startApp();
    expect(await askOnce(`${url}/broken`, "GET")).toBe("the notice");
    expect(await askOnce(url, "GET")).toBe("its reply");
  });

  it("events and websockets may be silent for longer than a reply", async () => {
    const url = await startApp();
    expect(await askOnce(`${url}/silent`, "GET")).toBe("the notice");
    expect(await askOnce(`${url}/silent`, "GET", { Accept: "text/event-stream" })).toBe("its reply");
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 101 [\s\S]*late$/);
  });

  it("an app that takes no connection lets a visitor wait now and then, and not everybody", async () => {
    const url = await startBefore(await startIllApp("takes no connection"));
    const waits = async (): Promise<boolean> => {
      const begun = performance.now();
      expect(await askOnce(url, "GET")).toBe("the notice");
      // What nginx gives a connection.
      return performance.now() - begun >= 2000;
    };
    // The first of three has been here to see whether nginx listens.
    expect([await waits(), await waits()]).toEqual([true, true]);
    const others = await Promise.all(Array.from({ length: 20 }, waits));
    expect(others.filter(Boolean).length).toBeLessThanOrEqual(1);
  });
});
