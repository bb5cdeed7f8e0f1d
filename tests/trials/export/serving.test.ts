import { chmodSync, chownSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { contentTypes } from "../../../api/visitor/formats.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startEcho } from "../../support/network/echo.ts";
import { asking, forPage, type Reply } from "../../support/network/http.ts";
import { programs } from "../../support/network/programs.ts";
import { nameOf, type Visit, visit, visits } from "../../support/network/visitors.ts";
import { patient } from "../../support/patient.ts";
import { exportHere, exportTo, serveExport, servers, turn } from "./support/serving.ts";

/** What a browser names when it asks for a page. */
const browser = {
  Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br",
};

const own = ["/api/notice", "/assets/backsoon-x.js", "/"];

describe.each(servers)("an export behind %s", (server) => {
  // Caddy reads this much of a body, and then ends the connection: what is on its way then may take the answer with it.
  const read: Visit = { method: "POST", bytes: 256 * 1024, way: "as the last of its connection" };
  const mayLose = ({ bytes, way }: Visit): boolean =>
    server === "caddy" && bytes > read.bytes && way === read.way;

  it("is what every method with every body gets, ten times", async () => {
    const { folder } = await exportHere();
    const url = await serveExport(server, { folder });
    const coming = Array.from({ length: 10 }, () => [
      ...visits.filter((each) => !mayLose(each)),
      read,
    ]).flat();
    const expected = { notice: coming.length };
    const got: Record<string, number> = {};
    for (const each of coming) {
      const outcome = nameOf(each, await visit(url, each));
      got[outcome] = (got[outcome] ?? 0) + 1;
    }
    expect(got).toEqual(expected);
    for (const each of visits.filter(mayLose))
      expect(await visit(url, each)).toMatch(
        /^(?:notice|(?:read|write) (?:ECONNRESET|EPIPE)|socket hang up)$/,
      );
  });

  it("has nothing wrong for `notice check --from`, which tells an old one", async () => {
    const { service, folder } = await exportHere();
    const url = await serveExport(server, { folder });
    const failures = async () => {
      const { stdout } = await notice(service.env, ["check", "--from", url, "--json"]);
      const lines: { state: string; symptom?: string }[] = JSON.parse(stdout);
      return lines.filter(({ state }) => state === "failure").map(({ symptom }) => symptom);
    };
    expect(await failures()).toEqual([]);
    expect(await notice(service.env, ["set", "--title", "Newer"])).toMatchObject({ code: 0 });
    expect(await failures()).toEqual(["version"]);
  });

  it("is there while the app is not, and never for what the app answers itself", async () => {
    const { folder } = await exportHere();
    const first = await startEcho("app", 502);
    const url = await serveExport(server, { folder, app: first.port });
    const ask = asking(url);
    const bodies = async () => {
      const replies = await Promise.all(own.map((path) => ask({ url: path })));
      return replies.map(({ statusCode, headers }) => [statusCode, headers["maintenance-notice"]]);
    };
    // The app has every path first but the notice's own files, and its own errors pass.
    expect(await bodies()).toEqual([
      [502, undefined],
      [503, "export"],
      [502, undefined],
    ]);
    expect(first.received.map(({ path }) => path)).toEqual(expect.arrayContaining(["/api/notice", "/"]));
    first.stop();
    await expect.poll(bodies, patient).toEqual([
      [200, "export"],
      [503, "export"],
      [503, "export"],
    ]);
  });

  it("shows what has been exported last, without a reload", async () => {
    const { service, folder } = await exportHere();
    const ask = asking(await serveExport(server, { folder }));
    const said = async () => [
      (await ask({ headers: { Accept: "text/plain" } })).body,
      (await ask({ url: "/api/notice" })).json().message,
    ];
    expect(await said()).toEqual([expect.stringContaining("We are moving house."), "We are moving house."]);
    const before = (await ask({ url: "/api/notice" })).headers["last-modified"];
    await notice(service.env, ["set", "--message", "We have moved."]);
    await exportTo(service.env, folder);
    await expect.poll(said, patient).toEqual([expect.stringContaining("We have moved."), "We have moved."]);
    const after = (await ask({ url: "/api/notice" })).headers["last-modified"];
    expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)));
  });

  it("is there on purpose, while the app runs", async () => {
    const { folder } = await exportHere();
    const app = await startEcho("app", 200);
    const flags = temporaryFolder();
    const ask = asking(await serveExport(server, { folder, app: app.port, flags }));
    const statuses = async () => {
      const replies = await Promise.all(
        ["GET", "POST", "OPTIONS"].flatMap((method) => own.map((url) => ask({ method, url }))),
      );
      return replies.map(({ statusCode }) => statusCode);
    };
    const none = [200, 503, 503, ...Array(6).fill(503)];
    // The notice's own files are never the app's, and this one is not there.
    const all = Array.from({ length: 9 }, (_, at) => (at % 3 === 1 ? 503 : 200));
    expect(await statuses()).toEqual(all);
    turn(flags, "on");
    const count = app.received.length;
    expect(await statuses()).toEqual(none);
    expect(app.received.length).toBe(count);
    turn(flags, "off");
    expect(await statuses()).toEqual(all);
    turn(flags, "read-only");
    const reads = [200, 503, 200];
    expect(await statuses()).toEqual([...reads, 503, 503, 503, ...reads]);
  });

  it("has the service's own format for programs that prefer nothing", async () => {
    const { folder } = await exportHere();
    const ask = asking(await serveExport(server, { folder }));
    for (const [headers, format] of programs)
      for (const accept of [undefined, "*/*", "*/*;q=0.8", "*/*; q=1"]) {
        const asked = accept === undefined ? headers : { accept, ...headers };
        const { statusCode, headers: got } = await ask({ method: "POST", headers: asked });
        expect([asked, statusCode, got["content-type"]]).toEqual([asked, 503, contentTypes[format]]);
      }
    const likeProgram = { "sec-fetch-dest": "empty", "content-type": "application/json" };
    for (const accept of ["text/html", "*/*, text/html;q=0.1", "text/html, */*;q=0.1"]) {
      const { headers } = await ask({ headers: { accept, ...likeProgram } });
      expect([accept, headers["content-type"]]).toEqual([accept, contentTypes.html]);
    }
  });

  it("says that the document is unchanged to whoever names it, and ignores other conditions", async () => {
    const { service, folder } = await exportHere();
    const [ask, askService] = [asking(await serveExport(server, { folder })), asking(service.url)];
    const known = await askService({ url: "/api/notice" });
    const [etag, since] = [String(known.headers.etag), String(known.headers["last-modified"])];
    const inCoding = (coding: string) => etag.replace(/"$/, `-${coding}"`);
    const named = [etag, `W/${etag}`, inCoding("br"), inCoding("gz"), "*", `"x", ${etag}`, ` ${etag} `];
    const others = ['"9-00000000"', '"x"', "", "x", etag.replaceAll('"', "")];
    const later = "Thu, 01 Jan 2037 00:00:00 GMT";
    const conditions: Record<string, string>[] = [
      ...[...named, ...others].map((tag) => ({ "If-None-Match": tag })),
      ...[since, later].map((time) => ({ "If-Modified-Since": time })),
      { "If-None-Match": '"x"', "If-Modified-Since": since },
      ...["bytes=0-9", "bytes=99999-", "bytes=5-2", "x"].map((Range) => ({ Range })),
      { Range: "bytes=0-9", "If-Range": etag },
    ];
    for (const method of ["GET", "HEAD"])
      for (const condition of conditions) {
        const asked = { method, url: "/api/notice", headers: condition };
        const [right, found] = [await askService(asked), await ask(asked)];
        const partsOf = ({ statusCode, headers, body }: Reply) => [
          asked,
          statusCode,
          headers["last-modified"],
          body,
        ];
        expect(partsOf(found)).toEqual(partsOf(right));
        expect(found.headers["maintenance-notice"]).toBe("export");
      }
    expect((await ask({ url: "/api/notice", headers: { "If-None-Match": etag } })).statusCode).toBe(304);
    // To these nginx has an error of its own, in whose place the notice comes.
    for (const condition of ["If-Match", "If-Unmodified-Since"].map((name) => ({ [name]: since }))) {
      const { statusCode, headers } = await ask({ url: "/api/notice", headers: condition });
      expect([statusCode, headers["maintenance-notice"]]).toEqual([server === "nginx" ? 503 : 200, "export"]);
    }
    await notice(service.env, ["set", "--message", "We have moved."]);
    await exportTo(service.env, folder);
    expect((await ask({ url: "/api/notice", headers: { "If-None-Match": etag } })).statusCode).toBe(200);
  });

  // Only root can give a file to somebody else.
  it.skipIf(process.geteuid?.() !== 0)(
    server === "nginx" ? "follows no link to what is another user's" : "follows a link, as the document says",
    async () => {
      const { folder } = await exportHere();
      const secret = join(temporaryFolder(), "secret");
      chmodSync(join(secret, ".."), 0o755);
      writeFileSync(secret, "secret", { mode: 0o600 });
      const ask = asking(await serveExport(server, { folder }));
      const script = readdirSync(join(folder, "assets")).find((name) => name.endsWith(".js"));
      const paths = {
        "/": "current/pages/en.html",
        "/api/notice": "current/notice.json",
        [`/assets/${script}`]: `assets/${script}`,
      };
      for (const file of Object.values(paths)) {
        rmSync(join(folder, file));
        symlinkSync(secret, join(folder, file));
      }
      // That of nginx's workers.
      chownSync(secret, 65_534, 65_534);
      for (const [url] of Object.entries(paths)) {
        const { statusCode, body } = await ask({ url, headers: forPage });
        if (server === "nginx")
          expect([url, statusCode, body]).toEqual([url, 503, "503 Service Unavailable\n"]);
        else expect([url, body]).toEqual([url, "secret"]);
      }
    },
  );

  it("has no conditional or partial replies of its pages", async () => {
    const { folder } = await exportHere();
    const ask = asking(await serveExport(server, { folder }));
    const since = String((await ask({ url: "/api/notice" })).headers["last-modified"]);
    const asked = { ...forPage, "If-Modified-Since": since, "If-None-Match": "*", Range: "bytes=0-9" };
    for (const method of ["GET", "POST"]) {
      const { statusCode, body, headers } = await ask({ method, headers: asked });
      expect([statusCode, body.endsWith("</html>\n")]).toEqual([503, true]);
      for (const name of ["etag", "last-modified", "accept-ranges"]) expect(headers).not.toHaveProperty(name);
    }
  });

  it("replies 503 where nothing has been exported", async () => {
    const { folder } = await exportHere();
    const ask = asking(await serveExport(server, { folder }));
    rmSync(join(folder, "current"));
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
    const ask = asking(await serveExport(server, { folder }));
    for (const headers of [browser, { Accept: "application/json" }]) {
      const count: Record<string, number> = {};
      for (let time = 0; time < 300; time += 1) {
        // Caddy's chance is the millisecond, and a client that asks in a rhythm has none.
        if (server === "caddy") await sleep(Math.random() * 10);
        const value = String((await ask({ headers })).headers["retry-after"]);
        count[value] = (count[value] ?? 0) + 1;
      }
      expect(Object.keys(count).sort()).toEqual(["120", "126", "132"]);
      // At least 90 of 300 are expected, give or take five standard deviations.
      for (const times of Object.values(count)) expect(times).toBeGreaterThan(51);
    }
  });
});
