import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import { listenHere, takeConnections, withCertificate } from "../../support/network/servers.ts";
import { type EditorHere, editHere, sharedEditor } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";

/** How long what is known of the app is told again, in ms. */
const keptMs = 15_000;
/** What the app replies now, and what it has been asked since. */
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

/** What is told of the app once it replies so. */
async function found(reply: RequestListener = answer): Promise<Omit<AppReply, "host">> {
  answer = reply;
  asked = [];
  editor().pass(keptMs);
  const { host, ...rest } = await readApp(editor(), token);
  expect(host).toBe(new URL(url).host);
  return rest;
}

/** What an editor tells that has been told of another address. */
async function toldOf(appUrl: string | undefined): Promise<AppReply> {
  const here = await editHere({ appUrl });
  return readApp(here, await here.addToken("reader", "read"));
}

describe("GET /api/app", () => {
  it.each([undefined, "https://anna:sentinel@shop.example", " "])(
    "asks nobody where APP_URL is %j",
    async (appUrl) => {
      expect(await toldOf(appUrl)).toEqual({ state: "unset" });
    },
  );

  it("says that the app answers, and that Backsoon does", async () => {
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
  ])("takes a reply of status %i for: %s", async (status, state, detail) => {
    expect(await found((_request, response) => response.writeHead(status).end())).toEqual({
      state,
      ...(detail && { detail }),
    });
  });

  it("knows Backsoon by its marker, whatever was made of the status", async () => {
    for (const status of [200, 302, 503])
      expect(
        await found((_request, response) =>
          response.writeHead(status, { "maintenance-notice": "7", Location: "/elsewhere" }).end(),
        ),
      ).toEqual({ state: "notice" });
  });
});

describe("a redirect", () => {
  it("is followed within the origin, without a cookie or a login", async () => {
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

  it("to another origin is not: nobody there is asked", async () => {
    let isAsked = false;
    const server = createServer(() => {
      isAsked = true;
    });
    const other = await listenHere({ server, protocol: "http" });
    const reply = await found((_request, response) =>
      response.writeHead(302, { Location: `${other}/secret?token=sentinel` }).end(),
    );
    expect(reply).toEqual({
      state: "unknown",
      detail: `It redirects to ${other}, which is not asked.`,
    });
    expect(isAsked).toBe(false);
  });

  it.each([
    ["after the fifth", "/again", "It redirects in a circle.", 6],
    ["to what is none", "http://[", "It redirects to no address, which is not asked.", 1],
    ["out of HTTP", "file:///etc/passwd", "It redirects to null, which is not asked.", 1],
  ])("is given up %s", async (_name, Location, detail, times) => {
    const reply = await found((_request, response) => response.writeHead(307, { Location }).end());
    expect([reply, asked.length]).toEqual([{ state: "unknown", detail }, times]);
  });
});

describe("the app is asked", () => {
  it("once for all pages, again after 15 seconds, and never while nobody asks", async () => {
    await found((_request, response) => response.end());
    const times = async (ms: number): Promise<number> => {
      editor().pass(ms);
      await Promise.all([1, 2, 3].map(() => readApp(editor(), token)));
      return asked.length;
    };
    expect([await times(keptMs - 1000), await times(1000)]).toEqual([1, 2]);
    // A clock that is set back.
    expect(await times(-3_600_000)).toBe(3);
  });

  it("without reading what it sends", async () => {
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

  it("for five seconds at most", async () => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
    onTestFinished(() => timeout.mockRestore());
    expect(await found(() => time.abort())).toEqual({
      state: "unknown",
      detail: "It did not answer within 5 seconds.",
    });
    expect(timeout.mock.calls).toEqual([[5000]]);
  });

  it("and cannot be told of where something speaks another language", async () => {
    const { port } = await takeConnections((socket) => void socket.end("220 mail\r\n"));
    expect(await toldOf(`http://127.0.0.1:${port}`)).toMatchObject({
      state: "unknown",
      detail: "It could not be reached (HPE_INVALID_CONSTANT).",
    });
  });

  it("and is not believed with a certificate that nobody trusts", async () => {
    const trusted = await listenHere(await withCertificate((_request, response) => response.end()));
    expect(await toldOf(trusted)).toMatchObject({
      state: "unknown",
      detail: "It could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT).",
    });
  });
});
