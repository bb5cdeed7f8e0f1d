import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import { listenHere, takeConnections, withCertificate } from "../../support/network/servers.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";

/** An app that replies as it is told, and what it was asked. */
async function startApp(reply: RequestListener = (_request, response) => response.end("Hello")) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    reply(request, response);
  });
  return { url: await listenHere({ server, protocol: "http" }), asked };
}

/** An editor that knows where the app is, with what its page asks it. */
async function editorOf(appUrl: string | undefined) {
  const editor = await editHere({ appUrl });
  const token = await editor.addToken("reader", "read");
  const readApp = async (): Promise<AppReply> => {
    const reply = await editor.ask({ url: "/api/app", headers: { Authorization: `Bearer ${token}` } });
    expect(reply.statusCode).toBe(200);
    return reply.json();
  };
  return { editor, readApp };
}

const found = async (reply: RequestListener, path = ""): Promise<AppReply> => {
  const { url } = await startApp(reply);
  const { host: _, ...rest } = await (await editorOf(`${url}${path}`)).readApp();
  return rest as AppReply;
};

describe("GET /api/app", () => {
  it("says that no address is set, where none is", async () => {
    expect(await (await editorOf(undefined)).readApp()).toEqual({ state: "unset" });
  });

  it("says that the app answers, and where", async () => {
    const { url, asked } = await startApp();
    const { readApp } = await editorOf(`${url}/shop?from=editor#top`);
    expect(await readApp()).toEqual({ state: "answers", host: new URL(url).host });
    expect(asked.map(({ method, url }) => [method, url])).toEqual([["GET", "/shop?from=editor"]]);
  });

  it("says that Backsoon answers there", async () => {
    const service = await serveHere({});
    const { host } = new URL(service.url);
    expect(await (await editorOf(service.url)).readApp()).toEqual({ state: "notice", host });
  });

  it.each([
    ["ftp://shop.example"],
    ["shop.example"],
    ["https://anna:sentinel@shop.example"],
    ["https://"],
    ["https:\\\\shop.example"],
    [" "],
  ])("says that it cannot be told where APP_URL is %j, and asks nobody", async (appUrl) => {
    const reply = await (await editorOf(appUrl)).readApp();
    expect(reply).toEqual({
      state: "unknown",
      detail: "Its address is set up wrongly: tell whoever runs this.",
    });
    expect(reply.detail).not.toContain("sentinel");
  });

  it.each([
    [200, "answers", undefined],
    [204, "answers", undefined],
    [401, "answers", undefined],
    [403, "unknown", "It reports an error (403)."],
    [404, "unknown", "It reports an error (404)."],
    [502, "unknown", "It reports an error (502)."],
    [503, "unknown", "It reports an error (503)."],
  ])("takes a reply of status %i for: %s", async (status, state, detail) => {
    expect(await found((_request, response) => response.writeHead(status).end())).toEqual({
      state,
      ...(detail && { detail }),
    });
  });

  it("knows Backsoon by its marker, whatever was made of the status", async () => {
    for (const status of [200, 302, 404, 503])
      expect(
        await found((_request, response) =>
          response.writeHead(status, { "maintenance-notice": "7", Location: "/elsewhere" }).end(),
        ),
      ).toEqual({ state: "notice" });
  });
});

describe("a redirect", () => {
  it("is followed within the origin, without a cookie or a login", async () => {
    const { url, asked } = await startApp(({ url }, response) => {
      const { port } = new URL(`http://${response.req.headers.host}`);
      const location = `http://anna:sentinel@127.0.0.1:${port}/home`;
      if (url === "/") response.writeHead(302, { Location: location, "Set-Cookie": "seen=1" }).end();
      else response.writeHead(503, { "Maintenance-Notice": "3" }).end();
    });
    const { readApp } = await editorOf(url);
    expect((await readApp()).state).toBe("notice");
    expect(asked.map(({ url }) => url)).toEqual(["/", "/home"]);
    for (const { headers } of asked)
      expect(Object.keys(headers).filter((name) => /cookie|authorization/.test(name))).toEqual([]);
  });

  it("to another origin is not: nobody there is asked", async () => {
    const other = await startApp();
    const reply = await found((_request, response) =>
      response.writeHead(302, { Location: `${other.url}/secret?token=sentinel` }).end(),
    );
    expect(reply).toEqual({
      state: "unknown",
      detail: `It leads to ${other.url}, and who answers there is not asked.`,
    });
    expect(other.asked).toEqual([]);
  });

  it.each([
    ["after the fifth", "/again", "It leads from one address to the next without an end."],
    ["to what is none", "http://[", "It leads to what is not an address on the web."],
    ["out of HTTP", "file:///etc/passwd", "It leads to what is not an address on the web."],
  ])("is given up %s", async (_name, Location, detail) => {
    let count = 0;
    const reply = await found((_request, response) => {
      count += 1;
      response.writeHead(307, { Location }).end();
    });
    expect(reply).toEqual({ state: "unknown", detail });
    expect(count).toBe(Location === "/again" ? 6 : 1);
  });
});

describe("the app is asked", () => {
  it("once for all pages, again after 15 seconds, and never while nobody asks", async () => {
    const { url, asked } = await startApp();
    const { editor, readApp } = await editorOf(url);
    expect(asked.length).toBe(0);
    const replies = await Promise.all([readApp(), readApp(), readApp()]);
    expect(new Set(replies.map(({ state }) => state))).toEqual(new Set(["answers"]));
    editor.pass(14_000);
    await readApp();
    expect(asked.length).toBe(1);
    editor.pass(1_000);
    await readApp();
    expect(asked.length).toBe(2);
    // A clock that is set back.
    editor.pass(-3_600_000);
    await readApp();
    expect(asked.length).toBe(3);
  });

  it("without reading what it sends", async () => {
    let ended: Promise<unknown> = Promise.resolve();
    const reply = await found((_request, response) => {
      ended = once(response, "close");
      const more = (): void => {
        while (response.write("x".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    });
    expect(reply).toEqual({ state: "answers" });
    await ended;
  });

  it("for five seconds at most", async () => {
    const { port, sockets } = await takeConnections(() => {});
    const { readApp } = await editorOf(`http://127.0.0.1:${port}`);
    expect(await readApp()).toMatchObject({
      state: "unknown",
      detail: "It did not answer within 5 seconds.",
    });
    expect(sockets.length).toBe(1);
  });

  it.each([
    ["does not answer", (socket: import("node:net").Socket) => socket.destroy()],
    ["speaks something else", (socket: import("node:net").Socket) => socket.end("220 mail\r\n")],
  ])("and cannot be told of where something %s", async (_name, take) => {
    const { port } = await takeConnections((socket) => void take(socket));
    const { readApp } = await editorOf(`http://127.0.0.1:${port}`);
    expect(await readApp()).toMatchObject({
      state: "unknown",
      detail: "It could not be reached.",
    });
  });

  it("and is not believed with a certificate that nobody trusts", async () => {
    const url = await listenHere(await withCertificate((_request, response) => response.end()));
    const { readApp } = await editorOf(url);
    expect(await readApp()).toMatchObject({
      state: "unknown",
      detail: "The connection to it cannot be trusted.",
    });
  });
});
