import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import { listenHere, takeConnections, withCertificate } from "../../support/network/servers.ts";
import { type EditorHere, editHere, sharedEditor } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";

/** How long the editor keeps the state of the app, in ms. */
const keptMs = 15_000;
/** The app's reply, and its requests since it was set. */
let answer: RequestListener;
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

let session: Awaited<ReturnType<EditorHere["signIn"]>>;
beforeAll(async () => {
  session = await editor().signIn();
});
async function readApp(here: EditorHere, headers = session): Promise<AppReply> {
  const reply = await here.ask({ url: "/api/app", headers });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

/** The state of an app with this reply. */
async function found(reply: RequestListener): Promise<Omit<AppReply, "host">> {
  answer = reply;
  asked = [];
  editor().pass(keptMs);
  const { host, ...rest } = await readApp(editor());
  expect(host).toBe(new URL(url).host);
  return rest;
}

/** The state of an app at another address. */
async function stateAt(appUrl: string | undefined): Promise<AppReply> {
  const here = await editHere({ appUrl });
  return readApp(here, await here.signIn());
}

const reply =
  (status: number, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, headers).end();
const unknown = (detail: string) => ({ state: "unknown", detail });

describe("The state of the app", () => {
  it("is unset without a valid APP_URL", async () => {
    for (const appUrl of [undefined, "https://anna:sentinel@shop.example", " "])
      expect([appUrl, await stateAt(appUrl)]).toEqual([appUrl, { state: "unset" }]);
  });

  it("is found with a GET of the address, whose fragment is left out", async () => {
    expect(await found(reply(200))).toEqual({ state: "answers" });
    expect(asked.map(({ method, url }) => [method, url])).toEqual([["GET", "/shop?from=editor"]]);
    const service = await serveHere();
    expect(await stateAt(service.url)).toEqual({ state: "notice", host: new URL(service.url).host });
  });

  it.each([
    ["the app", 204, {}, { state: "answers" }],
    ["the app that asks for a login", 401, {}, { state: "answers" }],
    ["an error", 404, {}, unknown("It reports an error (404).")],
    ["the marker of Backsoon", 200, { "maintenance-notice": "7" }, { state: "notice" }],
    ["a redirect with the marker", 302, { "Maintenance-Notice": "7", Location: "/" }, { state: "notice" }],
    ["an error without the marker", 503, {}, unknown("It reports an error (503).")],
  ])("is told after a reply of %s with status %i", async (_name, status, headers, state) => {
    expect(await found(reply(status, headers as Record<string, string>))).toEqual(state);
  });

  it("is found behind a redirect within the origin, without cookies or logins", async () => {
    const { state } = await found((request, response) => {
      const Location = `http://anna:sentinel@${request.headers.host}/home`;
      if (request.url === "/home") reply(503, { "Maintenance-Notice": "3" })(request, response);
      else reply(302, { Location, "Set-Cookie": "seen=1" })(request, response);
    });
    expect([state, ...asked.map(({ url }) => url)]).toEqual(["notice", "/shop?from=editor", "/home"]);
    for (const { headers } of asked) expect(Object.keys(headers).join()).not.toMatch(/cookie|authorization/);
  });

  it("is unknown behind a redirect to another origin, which gets no request", async () => {
    const take = vi.fn();
    const other = `http://127.0.0.1:${(await takeConnections(take)).port}`;
    const told = await found(reply(302, { Location: `${other}/secret?token=sentinel` }));
    expect(told).toEqual(unknown(`It redirects to ${other}, which is not asked.`));
    expect(take).not.toHaveBeenCalled();
  });

  it.each([
    ["after the fifth redirect", "/again", "It redirects in a circle.", 6],
    ["at an invalid address", "http://[", "It redirects to no address, which is not asked.", 1],
    ["at a file", "file:///etc/passwd", "It redirects to null, which is not asked.", 1],
  ])("is unknown %s", async (_name, Location, detail, times) => {
    expect([await found(reply(307, { Location })), asked.length]).toEqual([unknown(detail), times]);
  });
});

describe("The request to the app", () => {
  it("is sent once for all pages, and again after 15 seconds or if the clock is set back", async () => {
    await found(reply(200));
    const times = async (ms: number): Promise<number> => {
      editor().pass(ms);
      await Promise.all([1, 2, 3].map(() => readApp(editor())));
      return asked.length;
    };
    expect([await times(keptMs - 1000), await times(1000), await times(-3_600_000)]).toEqual([1, 2, 3]);
  });

  it("ends before the body of the reply", async () => {
    const onClose = vi.fn();
    const told = await found((_request, response) => {
      response.once("close", onClose);
      const more = (): void => {
        while (response.write("x".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    });
    expect(told).toEqual({ state: "answers" });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it("ends after five seconds", async () => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
    onTestFinished(() => timeout.mockRestore());
    expect(await found(() => time.abort())).toEqual(unknown("It did not answer within 5 seconds."));
    expect(timeout.mock.calls).toEqual([[5000]]);
  });

  it("fails if the app does not speak HTTP, or has an untrusted certificate", async () => {
    const { port } = await takeConnections((socket) => void socket.end("220 mail\r\n"));
    const secure = await listenHere(await withCertificate((_request, response) => response.end()));
    for (const [appUrl, code] of [
      [`http://127.0.0.1:${port}`, "HPE_INVALID_CONSTANT"],
      [secure, "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ])
      expect(await stateAt(appUrl)).toMatchObject(unknown(`It could not be reached (${code}).`));
  });
});
