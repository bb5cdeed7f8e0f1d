import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { connect } from "node:http2";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { locales } from "../../../web/render.tsx";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startEcho } from "../../support/network/echo.ts";
import { asking, exchange } from "../../support/network/http.ts";
import { listenHere, withoutTls } from "../../support/network/servers.ts";
import { turn } from "../../support/network/switch.ts";
import { nameOf, type Visit, visit, visits } from "../../support/network/visitors.ts";
import { patient } from "../../support/patient.ts";
import { exportHere, exportTo, serveExport, servers } from "./support/serving.ts";

/** Starts an app that hangs up on everybody while it is ill, and counts them. */
async function startMoodyApp(isIll: boolean) {
  const app = { port: 0, isIll, visitors: 0 };
  const { server, protocol } = await withoutTls((request, response) => {
    app.visitors += 1;
    if (app.isIll) request.socket.destroy();
    else response.end("app");
  });
  app.port = Number(new URL(await listenHere({ server, protocol })).port);
  return app;
}

/** What a browser names when it asks for a page. */
const browser = {
  Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br",
};

const own = ["/api/notice", "/assets/backsoon-x.js", "/"];

describe.each(servers)("an export behind %s", (...server) => {
  const isHaproxy = server[0] === "haproxy";
  /** How a page ends for a client that takes no gzip. */
  const end = isHaproxy ? "Thank you for your patience.\n" : "</html>\n";

  // Caddy does not read a large body, and ends the connection: what is on its way then may take the answer with it.
  const mayLose = ({ bytes, way }: Visit): boolean =>
    server[0] === "caddy" && bytes >= 1024 * 1024 && way === "as the last of its connection";

  it("is what every method with every body gets, ten times", async () => {
    const { folder } = await exportHere();
    const { url } = await serveExport(server, { folder });
    const coming = Array.from({ length: 10 }, () => visits.filter((each) => !mayLose(each))).flat();
    const expected = { notice: coming.length };
    const got: Record<string, number> = {};
    const lane = async () => {
      for (let each = coming.pop(); each; each = coming.pop()) {
        const outcome = nameOf(each, await visit(url, each, end));
        got[outcome] = (got[outcome] ?? 0) + 1;
      }
    };
    // HAProxy takes seconds for each large body.
    await Promise.all(Array.from({ length: isHaproxy ? 20 : 1 }, lane));
    expect(got).toEqual(expected);
    for (const each of visits.filter(mayLose))
      expect(await visit(url, each, end)).toMatch(
        /^(?:notice|(?:read|write) (?:ECONNRESET|EPIPE)|socket hang up)$/,
      );
  });

  it("is there while the app is not, and never for what the app answers itself", async () => {
    const { folder } = await exportHere();
    const first = await startEcho("app", 502);
    const { url } = await serveExport(server, { folder, app: first.port });
    const ask = asking(url);
    const bodies = async () => {
      const replies = await Promise.all(own.map((path) => ask({ url: path })));
      return replies.map(({ statusCode, headers }) => [statusCode, headers["maintenance-notice"]]);
    };
    // The app has every path first, and its own errors pass.
    expect(await bodies()).toEqual(own.map(() => [502, undefined]));
    expect(first.received.map(({ path }) => path)).toEqual(expect.arrayContaining(own));
    first.stop();
    await expect.poll(bodies, patient).toEqual([
      [200, "export"],
      [503, "export"],
      [503, "export"],
    ]);
  });

  // HAProxy asks by itself whether the app is there, and Apache each time.
  it.runIf(server[0] === "nginx" || server[0] === "caddy")(
    "asks an app that hangs up only now and then, and has it back when it answers",
    async () => {
      const { folder } = await exportHere();
      const app = await startMoodyApp(true);
      const ask = asking((await serveExport(server, { folder, app: app.port })).url);
      const statuses = [];
      for (let visitor = 0; visitor < 200; visitor += 1) statuses.push((await ask({})).statusCode);
      expect(statuses).toEqual(Array(200).fill(503));
      expect(app.visitors).toBeLessThan(statuses.length);
      app.isIll = false;
      await expect.poll(async () => (await ask({})).statusCode, patient).toBe(200);
    },
  );

  it.runIf(server[0] === "nginx")("keeps to an app that fails twice", async () => {
    const { folder } = await exportHere();
    const app = await startMoodyApp(false);
    const ask = asking((await serveExport(server, { folder, app: app.port })).url);
    const statuses = [(await ask({})).statusCode];
    app.isIll = true;
    statuses.push((await ask({})).statusCode, (await ask({})).statusCode);
    app.isIll = false;
    expect([...statuses, (await ask({})).statusCode]).toEqual([200, 503, 503, 200]);
  });

  it(`shows what has been exported last, ${isHaproxy ? "when that has been taken in" : "without a reload"}`, async () => {
    const { service, folder } = await exportHere();
    const { url, takeIn } = await serveExport(server, { folder });
    const ask = asking(url);
    const said = async () => [
      (await ask({ headers: { Accept: "text/plain" } })).body,
      (await ask({ url: "/api/notice" })).json().message,
    ];
    expect(await said()).toEqual([expect.stringContaining("We are moving house."), "We are moving house."]);
    const before = (await ask({ url: "/api/notice" })).headers["last-modified"];
    await notice(service.env, ["set", "--message", "We have moved."]);
    await exportTo(service.env, folder);
    await takeIn();
    await expect.poll(said, patient).toEqual([expect.stringContaining("We have moved."), "We have moved."]);
    if (isHaproxy) return;
    const after = (await ask({ url: "/api/notice" })).headers["last-modified"];
    expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)));
  });

  it("is there on purpose, while the app runs", async () => {
    const { folder } = await exportHere();
    const app = await startEcho("app", 200);
    const flags = temporaryFolder();
    const ask = asking((await serveExport(server, { folder, app: app.port, flags })).url);
    const statuses = async () => {
      const replies = await Promise.all(
        ["GET", "POST", "OPTIONS"].flatMap((method) => own.map((url) => ask({ method, url }))),
      );
      return replies.map(({ statusCode }) => statusCode);
    };
    const [all, none] = [Array(9).fill(200), [200, 503, 503, ...Array(6).fill(503)]];
    expect(await statuses()).toEqual(all);
    await turn(server, flags, "on");
    const count = app.received.length;
    expect(await statuses()).toEqual(none);
    expect(app.received.length).toBe(count);
    await turn(server, flags, "off");
    expect(await statuses()).toEqual(all);
    await turn(server, flags, "read-only");
    const reads = [200, 503, 200];
    expect(await statuses()).toEqual([...reads, 503, 503, 503, 503, 503, 200]);
  });

  it("lets the staff past it by their link, and nobody else", async () => {
    const { folder } = await exportHere();
    const app = await startEcho("app", 200);
    const flags = temporaryFolder();
    const staff = "5ec7e7".repeat(5);
    const ask = asking((await serveExport(server, { folder, app: app.port, flags, staff })).url);
    await turn(server, flags, "on");
    const link = await ask({ url: `/shop?a=1&backsoon_staff=${staff}` });
    // Apache names the host, too.
    expect([link.statusCode, link.headers.location]).toEqual([
      303,
      expect.stringMatching(/^(?:http:\/\/127[^/]*)?\/shop\?a=1$/),
    ]);
    const [cookie = ""] = String(link.headers["set-cookie"]).split(";");
    app.received.splice(0);
    const statuses = [];
    for (const Cookie of [cookie, `a=1; ${cookie}`, "backsoon_staff=5ec7e7", "a=1"])
      statuses.push((await ask({ url: "/shop?a=1", headers: { Cookie } })).statusCode);
    expect(statuses).toEqual([200, 200, 503, 503]);
    expect(app.received.map(({ path, headers }) => [path, headers.cookie])).toEqual([
      ["/shop?a=1", undefined],
      ["/shop?a=1", "a=1"],
    ]);
  });

  it("has no conditional or partial replies but for the document", async () => {
    const { folder } = await exportHere();
    const ask = asking((await serveExport(server, { folder })).url);
    const { headers } = await ask({ url: "/api/notice" });
    const since = String(headers["last-modified"]);
    const asked = { "If-Modified-Since": since, "If-None-Match": "*", Range: "bytes=0-9" };
    for (const method of ["GET", "POST"]) {
      const { statusCode, body, headers } = await ask({ method, headers: asked });
      expect([statusCode, body.endsWith(end)]).toEqual([503, true]);
      expect(headers).not.toHaveProperty("etag");
      expect(headers).not.toHaveProperty("last-modified");
      expect(headers).not.toHaveProperty("accept-ranges");
    }
    expect(await ask({ url: "/api/notice", headers: { Range: "bytes=0-9" } })).toMatchObject({
      statusCode: 200,
    });
  });

  it.skipIf(isHaproxy)("replies 503 where nothing has been exported", async () => {
    const { folder } = await exportHere();
    const { url } = await serveExport(server, { folder });
    rmSync(join(folder, "current"));
    const ask = asking(url);
    for (const [method, accept] of [
      ["GET", "text/html"],
      ["GET", "application/json"],
      ["POST", "text/html"],
    ] as const)
      for (const path of own) {
        const asks = { Accept: accept, "Accept-Encoding": "gzip, br", "Accept-Language": "de" };
        const { statusCode, headers } = await ask({ method, url: path, headers: asks });
        expect([method, path, statusCode, headers["cache-control"]]).toEqual([method, path, 503, "no-store"]);
        // What stands there is in plain English, and nothing of ours.
        for (const name of ["content-encoding", "content-language", "maintenance-notice"])
          expect(headers).not.toHaveProperty(name);
      }
  });

  it("names three times to come back, by chance", async () => {
    const { folder } = await exportHere();
    const ask = asking((await serveExport(server, { folder })).url);
    for (const headers of [browser, { Accept: "application/json" }]) {
      const count: Record<string, number> = {};
      for (let time = 0; time < 300; time += 1) {
        const value = String((await ask({ headers })).headers["retry-after"]);
        count[value] = (count[value] ?? 0) + 1;
      }
      expect(Object.keys(count).sort()).toEqual(["120", "126", "132"]);
      // A third of 300 each, give or take six standard deviations.
      for (const times of Object.values(count)) expect(times).toBeGreaterThan(51);
    }
  });
});

describe("HAProxy", () => {
  const haproxy = servers.filter(([name]) => name === "haproxy")[0] ?? expect.fail("It is not tried.");

  it("starts with the longest notice there is, and shows the default message in its place", async () => {
    const { service, folder } = await exportHere();
    // Letters that no compression makes much smaller.
    const long = Array.from({ length: 2000 }, (_, at) =>
      String.fromCodePoint(0x20000 + ((at * 7919) % 42_000)),
    ).join("");
    const words = { title: "Moving", message: long };
    const translations = Object.fromEntries(locales.slice(1).map(({ tag }) => [tag, words]));
    const document = { isEnabled: true, ...words, contactEmail: "a@b.example", language: "en", translations };
    const stdin = JSON.stringify(document);
    expect(await notice(service.env, ["apply", "-"], { stdin })).toMatchObject({ code: 0 });
    await exportTo(service.env, folder);
    const { url } = await serveExport(haproxy, { folder });
    const ask = asking(url);
    const gzip = { "Accept-Encoding": "gzip", "Accept-Language": "te" };
    const { statusCode, rawPayload } = await ask({ headers: gzip });
    expect([statusCode, gunzipSync(rawPayload).toString()]).toEqual([
      503,
      expect.stringContaining("a@b.example"),
    ]);
    expect((await ask({ url: "/api/notice" })).json()).toEqual({
      isEnabled: true,
      title: "Moving",
      contactEmail: "a@b.example",
      language: "en",
    });
  });

  it("has room beside the largest reply for the headers that it adds", async () => {
    const { folder } = await exportHere();
    const body = randomBytes(12 * 1024);
    for (const suffix of ["html", "html.2", "html.3", "txt"]) {
      const file = join(folder, "current", "haproxy", `te.${suffix}.http`);
      const [head = ""] = readFileSync(file, "latin1").split("\r\n\r\n");
      const larger = head.replace(/(?<=Content-Length: ).*/, String(body.length));
      writeFileSync(file, Buffer.concat([Buffer.from(`${larger}\r\n\r\n`), body]));
    }
    const ask = asking((await serveExport(haproxy, { folder })).url);
    for (const coding of ["gzip", "identity"])
      for (const Origin of [`https://${"x".repeat(1000)}.example`, undefined]) {
        const headers = {
          ...browser,
          "Accept-Encoding": coding,
          "Accept-Language": "te",
          ...(Origin && { Origin }),
        };
        const reply = await ask({ headers });
        expect([reply.statusCode, reply.rawPayload.equals(body)]).toEqual([503, true]);
        expect(reply.headers).toMatchObject({
          "access-control-allow-origin": Origin ?? "*",
          "retry-after": expect.stringMatching(/^1[23]/),
        });
      }
  });

  it.each(["while the app is away", "by the switch"])(
    "sends a browser by the short way what the long one has, in every language, %s",
    async (why) => {
      const { folder } = await exportHere();
      const flags = temporaryFolder();
      const app = why === "by the switch" ? (await startEcho("app", 200)).port : await freePort();
      const ask = asking((await serveExport(haproxy, { folder, app, flags })).url);
      if (why === "by the switch") await turn(haproxy, flags, "on");
      const partsOf = async (headers: OutgoingHttpHeaders) => {
        const { statusCode, headers: got, rawPayload } = await ask({ headers });
        const { date: _date, "retry-after": retryAfter, ...rest } = got;
        expect(["120", "126", "132"]).toContain(retryAfter);
        return { statusCode, rest, page: gunzipSync(rawPayload).toString() };
      };
      const named: [accepted: string | string[] | undefined, language: string][] = [
        ...locales.map(({ tag }): [string, string] => [tag, tag]),
        // Who names none, or none of the page's.
        ...[undefined, "", "*", "-", "--", ",", ", de", "tlh", "../x", "%[x]"].map(
          (accepted): [string | undefined, string] => [accepted, "en"],
        ),
        [["de", "fr"], "de"],
        ["DE-at;q=0.1", "de"],
        [" fr", "fr"],
      ];
      for (const [accepted, language] of named) {
        const headers = { ...browser, ...(accepted !== undefined && { "Accept-Language": accepted }) };
        const short = await partsOf(headers);
        expect([accepted, short.statusCode, short.rest["content-language"]]).toEqual([
          accepted,
          503,
          language,
        ]);
        expect(short.page).toContain(`<html lang="${language}"`);
        expect(short.rest).toMatchObject({ "maintenance-notice": "export", "content-encoding": "gzip" });
        // Who names another coding first is sent the long way.
        expect(await partsOf({ ...headers, "Accept-Encoding": "br, gzip" })).toEqual(short);
      }
    },
  );

  it("answers a body over HTTP/2 whose length no header names, once it has read it", async () => {
    const { folder } = await exportHere();
    const session = connect((await serveExport(haproxy, { folder })).url);
    onTestFinished(() => session.destroy());
    const sizes = [1024, 100 * 1024, 3 * 1024 * 1024];
    for (const [method, bytes] of ["GET", "POST"].flatMap((method) =>
      sizes.map((size) => [method, size] as const),
    )) {
      const names = { accept: browser.Accept, "accept-encoding": browser["Accept-Encoding"] };
      const stream = session.request({ ":method": method, ":path": "/cart", ...names }, { endStream: false });
      stream.end(Buffer.alloc(bytes, "x"));
      const told = [once(stream, "response"), buffer(stream), once(stream, "close")] as const;
      const [[head], body] = await Promise.all(told);
      // Some clients drop the answer of a stream that is cancelled.
      const outcome = [method, bytes, head[":status"], head["maintenance-notice"], stream.rstCode];
      expect(outcome).toEqual([method, bytes, 503, "export", 0]);
      expect(gunzipSync(body).toString()).toMatch(/<\/html>\n$/);
    }
  });

  it("does not call its own errors the notice", async () => {
    const { folder } = await exportHere();
    const { url } = await serveExport(haproxy, { folder });
    const reply = await exchange(url, "GET / HTTP/1.1\r\nHost: a\r\nNo Header\r\n\r\n");
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).not.toMatch(/^(?:maintenance-notice|retry-after|content-language):/im);
  });

  it("answers a body that stops coming, in the language of whoever sends it", async () => {
    const { folder } = await exportHere();
    const { url } = await serveExport(haproxy, { folder });
    const unfinished =
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nAccept: text/html\r\nAccept-Language: de\r\n";
    const types = { "": "text/plain", "Accept-Encoding: gzip\r\n": "text/html" };
    for (const [coding, type] of Object.entries(types)) {
      const reply = await exchange(url, `${unfinished}${coding}\r\nx`);
      expect(reply).toMatch(/^HTTP\/1\.1 503 /);
      for (const header of [`content-type: ${type};`, "content-language: de", "retry-after: 120"])
        expect(reply.toLowerCase()).toContain(`\r\n${header}`);
    }
  });

  it("replaces nothing by what it would not start with", async () => {
    const { folder } = await exportHere();
    const { url, takeIn } = await serveExport(haproxy, { folder });
    for (const body of [Buffer.alloc(20_000, "x"), undefined]) {
      const file = join(folder, "current", "haproxy", "te.json.http");
      if (body) writeFileSync(file, body);
      else rmSync(file);
      await expect(takeIn()).rejects.toThrow();
      const { statusCode, headers } = await asking(url)({ headers: { "Accept-Language": "te" } });
      expect([statusCode, headers["content-language"]]).toEqual([503, "te"]);
    }
  });

  it("reads nothing for visitors that everybody may not read", async () => {
    const { folder } = await exportHere();
    const secret = join(temporaryFolder(), "secret");
    writeFileSync(secret, "secret", { mode: 0o600 });
    const { takeIn } = await serveExport(haproxy, { folder });
    const file = join(folder, "current", "haproxy", "te.json.http");
    rmSync(file);
    symlinkSync(secret, file);
    await expect(takeIn()).rejects.toThrow();
  });
});
