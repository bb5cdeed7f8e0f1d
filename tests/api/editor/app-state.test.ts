import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import { listenHere, takeConnections, withCertificate } from "../../support/network/servers.ts";
import { type EditorHere, editHere, sharedEditor } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";

/** How long the editor keeps the state of the app, in ms. */
const keptMs = 15_000;
/** The app's reply, and its requests since it was set. */
let answer: RequestListener = (_request, response) => response.end("Hello");
let asked: IncomingMessage[] = [];
let url = "";

const editor = sharedEditor(async (onFinished) => {
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  url = await listenHere({ server, protocol: "http" }, 0, onFinished);
  return { folder: undefined, appUrl: `${url}/shop?from=editor#top` };
});
let token = "";
beforeAll(async () => {
  token = await editor().addToken("reader", "read");
});

async function readApp(here: EditorHere, credential: string): Promise<AppReply> {
  const reply = await here.ask({ url: "/api/app", headers: { Authorization: `Bearer ${credential}` } });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

/** The state of an app with this reply. */
async function found(reply: RequestListener = answer): Promise<Omit<AppReply, "host">> {
  answer = reply;
  asked = [];
  editor().pass(keptMs);
  const { host, ...rest } = await readApp(editor(), token);
  expect(host).toBe(new URL(url).host);
  return rest;
}

/** The state of an app at another address. */
async function toldOf(appUrl: string | undefined): Promise<AppReply> {
  const here = await editHere({ appUrl });
  return readApp(here, await here.addToken("reader", "read"));
}

describe("The state of the app", () => {
  it.each([undefined, "https://anna:sentinel@shop.example", " "])(
    "is unset, without a request, if APP_URL is %j",
    async (appUrl) => {
      expect(await toldOf(appUrl)).toEqual({ state: "unset" });
    },
  );

  it("tells whether the app or Backsoon replies", async () => {
    expect(await found()).toEqual({ state: "answers" });
    expect(asked.map(({ method, url }) => [method, url])).toEqual([["GET", "/shop?from=editor"]]);
    const service = await serveHere();
    expect(await toldOf(service.url)).toEqual({ state: "notice", host: new URL(service.url).host });
  });

  it.each([
    [204, "answers", undefined],
    [401, "answers", undefined],
    [404, "unknown", "It reports an error (404)."],
    [503, "unknown", "It reports an error (503)."],
  ])("is told after a reply with status %i: %s", async (status, state, detail) => {
    const told = await found((_request, response) => response.writeHead(status).end());
    expect(told).toEqual({ state, ...(detail && { detail }) });
  });

  it("recognises Backsoon by its marker, whatever the status", async () => {
    for (const status of [200, 302, 503])
      expect(
        await found((_request, response) =>
          response.writeHead(status, { "maintenance-notice": "7", Location: "/elsewhere" }).end(),
        ),
      ).toEqual({ state: "notice" });
  });

  it("follows a redirect within the origin, without cookies or logins", async () => {
    const reply = await found((request, response) => {
      const location = `http://anna:sentinel@${request.headers.host}/home`;
      if (request.url !== "/home")
        response.writeHead(302, { Location: location, "Set-Cookie": "seen=1" }).end();
      else response.writeHead(503, { "Maintenance-Notice": "3" }).end();
    });
    expect(reply.state).toBe("notice");
    expect(asked.map(({ url }) => url)).toEqual(["/shop?from=editor", "/home"]);
    for (const { headers } of asked)
      expect(Object.keys(headers).filter((name) => /cookie|authorization/.test(name))).toEqual([]);
  });

  it("follows no redirect to another origin", async () => {
    let isAsked = false;
    const server = createServer(() => {
      isAsked = true;
    });
    const other = await listenHere({ server, protocol: "http" });
    const reply = await found((_request, response) =>
      response.writeHead(302, { Location: `${other}/secret?token=sentinel` }).end(),
    );
    expect(reply).toEqual({ state: "unknown", detail: `It redirects to ${other}, which is not asked.` });
    expect(isAsked).toBe(false);
  });

  it.each([
    ["after the fifth redirect", "/again", "It redirects in a circle.", 6],
    ["at an invalid address", "http://[", "It redirects to no address, which is not asked.", 1],
    ["at a file", "file:///etc/passwd", "It redirects to null, which is not asked.", 1],
  ])("is unknown after a redirect: %s", async (_name, Location, detail, times) => {
    const reply = await found((_request, response) => response.writeHead(307, { Location }).end());
    expect([reply, asked.length]).toEqual([{ state: "unknown", detail }, times]);
  });
});

describe("The request to the app", () => {
  it("is sent once for all pages, and again after 15 seconds", async () => {
    await found((_request, response) => response.end());
    const times = async (ms: number): Promise<number> => {
      editor().pass(ms);
      await Promise.all([1, 2, 3].map(() => readApp(editor(), token)));
      return asked.length;
    };
    expect([await times(keptMs - 1000), await times(1000)]).toEqual([1, 2]);
    // The clock is set back.
    expect(await times(-3_600_000)).toBe(3);
  });

  it("ends before the body of the reply", async () => {
    const ended = new Promise((resolve) => {
      answer = (_request, response) => {
        response.once("close", resolve);
        const more = (): void => {
          while (response.write("x".repeat(65_536)));
          response.once("drain", more);
        };
        more();
      };
    });
    expect(await found()).toEqual({ state: "answers" });
    await ended;
  });

  it("ends after five seconds", async () => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
    onTestFinished(() => timeout.mockRestore());
    const detail = "It did not answer within 5 seconds.";
    expect(await found(() => time.abort())).toEqual({ state: "unknown", detail });
    expect(timeout.mock.calls).toEqual([[5000]]);
  });

  it("fails if the app does not speak HTTP", async () => {
    const { port } = await takeConnections((socket) => void socket.end("220 mail\r\n"));
    expect(await toldOf(`http://127.0.0.1:${port}`)).toMatchObject({
      state: "unknown",
      detail: "It could not be reached (HPE_INVALID_CONSTANT).",
    });
  });

  it("fails with an untrusted certificate", async () => {
    const trusted = await listenHere(await withCertificate((_request, response) => response.end()));
    expect(await toldOf(trusted)).toMatchObject({
      detail: "It could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT).",
    });
  });
});
