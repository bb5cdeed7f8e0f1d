import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { StoreBackend } from "../../data/store.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { freePort } from "../../scripts/bench/harness.ts";
import {
  checkFrom,
  createAsk,
  type SeenResult,
  type SymptomName,
} from "../../scripts/diagnostics/check-from.ts";
import { atATime } from "../support/at-a-time.ts";
import { notice, refusal } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { listenHere, takeConnections, withoutTls } from "../support/network/servers.ts";
import { serveHere, sharedHere } from "../support/service/service-here.ts";

/** A reply, its header names in lower case. */
interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Replies to a request for a front, which may change the request and ask the service; that reply is not compressed. */
type Spoil = (incoming: IncomingMessage, ask: () => Promise<Reply>) => Reply | Promise<Reply>;

const service = sharedHere();

/** Starts a front before the service that replies so; `log` has what came as `GET /path`, and `heads` the headers. */
async function startFrontThat(spoil: Spoil) {
  const log: string[] = [];
  const heads: string[] = [];
  const server = await withoutTls(async (incoming, response) => {
    log.push(`${incoming.method} ${incoming.url}`);
    heads.push(incoming.rawHeaders.join("\n"));
    const sent = await buffer(incoming);
    const ask = async () => {
      const { method, url, headers } = incoming;
      const plain = { ...headers, "accept-encoding": "identity" };
      const [reply] = await once(
        request(service().url + url, { method, headers: plain }).end(sent),
        "response",
      );
      return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) };
    };
    const { status, headers, body } = await spoil(incoming, ask);
    const { "content-length": _ofUnchanged, ...kept } = headers;
    response.writeHead(status, kept).end(body);
  });
  return { url: await listenHere(server), log, heads };
}
const passOn: Spoil = (_incoming, ask) => ask();

/** The settings of a command beside the service. */
const here = () => ({ ...service().env, PORT: new URL(service().url).port });

async function check(env: NodeJS.ProcessEnv, url: string, ...options: string[]) {
  const outcome = await notice(env, ["check", "--from", url, "--json", ...options]);
  const lines: SeenResult[] = JSON.parse(outcome.stdout);
  const failures = lines.filter(({ state }) => state === "failure");
  return { ...outcome, lines, symptoms: failures.map(({ symptom }) => symptom) };
}

const with503 =
  (change: (reply: Reply) => Partial<Reply>): Spoil =>
  async (_incoming, ask) => {
    const reply = await ask();
    return reply.status === 503 ? { ...reply, ...change(reply) } : reply;
  };
const without =
  (name: string): Spoil =>
  async (_incoming, ask) => {
    const reply = await ask();
    delete reply.headers[name];
    return reply;
  };
const withPolicy = (make: (own: unknown) => string) =>
  with503(({ headers }) => ({
    headers: { ...headers, "content-security-policy": make(headers["content-security-policy"]) },
  }));
/** A front that replies by itself if the request, as `GET /path`, matches `start`. */
const answering =
  (start: RegExp, reply: Reply): Spoil =>
  ({ method, url }, ask) =>
    start.test(`${method} ${url}`) ? reply : ask();
const empty = (status: number, headers = {}): Reply => ({ status, headers, body: Buffer.alloc(0) });
const page = (status: number, body = "<h1>Down for maintenance</h1>"): Reply => ({
  status,
  headers: { "content-type": "text/html" },
  body: Buffer.from(body),
});
/** A cache that ignores `no-store`. */
const keeping = (headersOfHit: Record<string, string>, hidden = ""): Spoil => {
  const kept = new Map<string, Reply>();
  return async ({ method, url, headers }, ask) => {
    const key = `${method} ${url} ${headers.accept} ${headers["accept-language"]}`;
    const hit = kept.get(key);
    if (hit) return { ...hit, headers: { ...hit.headers, ...headersOfHit } };
    const reply = await ask();
    delete reply.headers[hidden];
    kept.set(key, reply);
    return reply;
  };
};

/** Fronts, with the symptoms that the check must find, and its warnings. */
type Cases = Record<string, [spoil: Spoil, symptoms: SymptomName[], warnings?: string[]]>;

const noServer = "No server is available to handle this request";
const written: SymptomName[] = ["POST of 1 KB", "POST of 3 MB"];

/** What people do in front of Backsoon. */
const mistakes: Cases = {
  "nothing at all": [passOn, []],
  "drops the marker": [without("maintenance-notice"), ["marker", "preflight", "document"]],
  "puts 200 in the place of 503": [with503(() => ({ status: 200 })), ["status"]],
  "`add_header` without `always`": [without("retry-after"), ["Retry-After"]],
  "strips Cache-Control": [without("cache-control"), ["Cache-Control"]],
  "keeps 503, with its Date": [keeping({}), ["kept"]],
  "keeps 503, with an Age": [keeping({ age: "7" }, "date"), ["kept"]],
  "a static page with 503": [with503(() => page(503)), ["replaced", ...written]],
  "a static page with 200": [with503(() => page(200)), ["partly", ...written]],
  "HAProxy has no server": [() => page(503, noServer), ["unavailable"]],
  "Backsoon is not reached": [() => page(502), ["replaced"]],
  "POST gets 405": [answering(/^POST/, page(405)), written],
  "3 MB get 413": [
    ({ headers }, ask) => (Number(headers["content-length"]) > 1_048_576 ? page(413) : ask()),
    [],
    ["POST of 3 MB"],
  ],
  "scripts are the app's": [answering(/^\w+ \/assets\//, page(404)), ["script"]],
  "a rule for files answers beside the page": [answering(/\/backsoon-notice$/, page(404)), ["document"]],
  "changes the page": [
    with503(({ body }) => ({ body: Buffer.from(body.toString().replace(":root{", ":root{ ")) })),
    ["policy"],
  ],
  "a policy of its own": [withPolicy(() => "default-src 'self'"), ["policy"]],
  "a policy besides the notice's": [withPolicy((own) => `${own}, default-src 'self'`), ["policy"]],
  "one page for every format and language": [
    (incoming, ask) => {
      for (const name of ["accept", "accept-language"]) delete incoming.headers[name];
      return ask();
    },
    ["JSON", "language"],
  ],
  "Traefik's middleware `errors`": [
    async (incoming, ask) => {
      Object.assign(incoming, { method: "GET", url: "/" });
      return { ...(await ask()), status: 502 };
    },
    ["status", "preflight", "script", "document"],
  ],
  "HEAD has no headers": [
    answering(/^HEAD/, empty(503, { "content-type": "text/html" })),
    ["Retry-After", "Cache-Control", "marker", "HEAD"],
  ],
  "answers OPTIONS itself": [answering(/^OPTIONS/, empty(204, { allow: "GET" })), ["preflight"]],
};

/** Checks each front, and expects exactly its symptoms; gives the outputs. */
async function expectSymptoms(cases: Cases, path = "", ...options: string[]): Promise<string[]> {
  // Eight at a time: more at once would make each so slow that its own time runs out.
  return atATime(8, Object.entries(cases), async ([name, [spoil, expected, warnings = []]]) => {
    const { url } = await startFrontThat(spoil);
    const { code, lines, symptoms, stdout, stderr } = await check(here(), `${url}${path}`, ...options);
    expect([name, code, symptoms]).toEqual([name, expected.length > 0 ? 1 : 0, expected]);
    expect(stderr.includes("The check found problems with: ")).toBe(code === 1);
    for (const { state, more } of lines) expect(state === "failure").toBe(more !== undefined);
    const warned = lines.filter(({ state }) => state === "warning").map(({ subject }) => subject);
    expect(warned).toEqual(expect.arrayContaining(warnings));
    return stdout + stderr;
  });
}

describe("notice check --from", () => {
  it("names exactly the symptoms of each misconfigured proxy", () => expectSymptoms(mistakes));

  it("prints a likely cause and a link to troubleshooting with a symptom", async () => {
    const { url } = await startFrontThat(without("retry-after"));
    const { stdout } = await notice(here(), ["check", "--from", url]);
    expect(stdout).toMatch(/\n {8}possible cause: a .*\n {8}more: docs\/troubleshooting\.md#retry-after\n/);
  });

  it("reports a notice that differs from the store's, and skips that without a store", async () => {
    const { env, database } = await serveHere();
    await notice(env, ["set", "--title", "Another"]);
    const checkAt = (DATABASE: string) => check({ ...here(), DATABASE }, service().url);
    expect(await checkAt(database)).toMatchObject({ code: 1, symptoms: ["store"] });
    const { code, lines } = await checkAt(join(temporaryFolder(), "none.db"));
    const detail = "not compared: this machine has no store";
    expect([code, lines]).toEqual([0, expect.arrayContaining([{ subject: "store", state: "ok", detail }])]);
  });

  it("reports that the app answers, after two GET requests", async () => {
    const front = await startFront(service().url);
    front.answerWith(healthyApp);
    const file = join(temporaryFolder(), "staff.json");
    writeFileSync(file, JSON.stringify({ link: "ab".repeat(16), cookie: "cd".repeat(16), maxAge: 60 }));
    const outcome = await notice(here(), ["check", "--from", front.url, "--staff-file", file]);
    expect(outcome).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^warning visitors: the app answered, .*\(200, .*\nwarning staff: /),
      stderr: expect.stringContaining("\nThe app answered, so the notice could not be checked: "),
    });
    expect(front.log).toEqual(["GET /", "GET /backsoon-notice"]);
  });

  it("warns if the URL is Backsoon's own address", async () => {
    const { code, lines } = await check(here(), new URL(service().url).origin);
    const detail = expect.stringMatching(/^the notice, but from Backsoon itself/);
    expect([code, lines[0]]).toMatchObject([0, { subject: "visitors", state: "warning", detail }]);
  });

  it("announces its requests and sends no others", async () => {
    const front = await startFrontThat(passOn);
    const { code, stdout, stderr } = await notice(here(), ["check", "--from", `${front.url}/cart?id=1#end`]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Asks ${front.url} as a visitor does`)]);
    expect(stdout).toMatch(
      /^ok {6}visitors: the notice \(503, "text\/html; charset=utf-8"; asked from 127\.0\.0\.1 at 127\.0\.0\.1:\d+\)\n/,
    );
    const script = /GET \/assets\/\S+/.exec(front.log.join("\n"))?.[0];
    expect(front.log.toSorted()).toEqual([
      script,
      "GET /cart/backsoon-notice",
      // The first, JSON, the other language, and once more.
      ...Array(4).fill("GET /cart?id=1"),
      "HEAD /cart?id=1",
      "OPTIONS /cart?id=1",
      ...Array(2).fill("POST /cart/backsoon-notice"),
    ]);
    expect(front.heads.join("\n")).not.toMatch(/^cookie$/im);
  });

  it("uses the address of --resolve for a name that DNS lacks", async () => {
    const front = await startFrontThat(passOn);
    const url = front.url.replace("127.0.0.1", "shop.backsoon.example");
    expect(await check(here(), url, "--resolve", "127.0.0.1")).toMatchObject({ code: 0 });
    expect(front.heads[0]).toContain(new URL(url).host);
  });

  const from = ["--from", "https://shop.example"];
  it.each([
    [["--from", "shop.example"], "It must be a URL that visitors ask for"],
    [["--from", "https://anna:secret@shop.example"], "It must be a URL that visitors ask for"],
    [[...from, "--models"], "cannot be used with"],
    [["--staff-file", "secret"], "--staff-file needs --from"],
    [["--from", "http://shop.example", "--staff-file", "secret"], "would send the secrets to http://shop."],
    [[...from, "--staff-file", "/none"], "/none cannot be read (it does not exist)"],
    [[...from, "--staff-file", "/dev/zero"], "/dev/zero does not hold the secrets of staff"],
  ])("refuses %j before anything is sent", async (args, words) => {
    expect(await notice({ DATABASE: "/none/notice.db" }, ["check", ...args])).toEqual(refusal(words));
  });
});

describe("notice check --from --staff-file", () => {
  const secrets = { link: "ab".repeat(16), cookie: "cd".repeat(16), maxAge: 14_400 };
  const cookie = `backsoon_staff=${secrets.cookie}; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax`;
  const caching = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  const right = { location: "/", ...caching, "set-cookie": cookie };
  /** A proxy that lets staff pass with the right secrets, unless it is given others. */
  const gate =
    ({ link = secrets.link, cookie = secrets.cookie, headers = {}, app = page(200) } = {}): Spoil =>
    (incoming, ask) => {
      if (incoming.url === `/.backsoon/staff/${link}`) return empty(303, { ...right, ...headers });
      return incoming.headers.cookie === `backsoon_staff=${cookie}` ? app : ask();
    };
  const linking = (headers: object): Cases[string] => [gate({ headers }), ["staff link"]];
  const cases: Cases = {
    "as the recipes have it": [gate(), []],
    "no lines for staff": [passOn, ["staff link", "staff cookie"]],
    "no line for the link": [gate({ link: "none" }), ["staff link"]],
    "no line for the cookie": [gate({ cookie: "none" }), ["staff cookie"]],
    "a cookie for scripts": linking({ "set-cookie": cookie.replace("HttpOnly; Secure; ", "") }),
    "a link that leads elsewhere": linking({ location: `/?link=${secrets.link}` }),
    "a link that may be kept": linking({ "cache-control": "private" }),
    "an app that does not run": [gate({ app: page(502) }), ["staff cookie"]],
  };

  it("reports whether staff reach the app, and prints no secret", async () => {
    const file = join(temporaryFolder(), "staff.json");
    writeFileSync(file, JSON.stringify(secrets));
    for (const output of await expectSymptoms(cases, "/cart?id=1", "--staff-file", file))
      for (const secret of [secrets.link, secrets.cookie]) expect(output.toLowerCase()).not.toContain(secret);
  });
});

describe("notice check --from, on a hostile server,", () => {
  const head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\n";
  const large = "x".repeat(5 * 1024 * 1024);
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
  it.each<[string, status: number, bytes: (string | Buffer)[], fault: RegExp]>([
    ["nothing", 0, [], /^not in time$/],
    ["early hints for ever", 0, ["HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000)], /^not in time$/],
    ["a head without an end", 0, ["HTTP/1.1 200 OK\r\nX: ", large], /^Parse Error: Header overflow$/],
    ["another protocol", 0, ["SSH-2.0-OpenSSH_9.2\r\n"], /^Parse Error/],
    ["half a body", 503, [head, "Content-Length: 10\r\n\r\nhalf"], /^not in time$/],
    ["a body of 5 MB", 503, [head, "\r\n", large], /^it is longer than 4194304 bytes$/],
    ["a bomb", 503, [head, "Content-Encoding: gzip\r\n\r\n", bomb], /larger than|ERR_BUFFER_TOO_LARGE/],
    ["zstd", 503, [head, "Content-Encoding: zstd\r\n", "Content-Length: 1\r\n\r\nx"], /unknown/],
  ])("gives up in time and says why: %s", async (_what, status, bytes, fault) => {
    const { port } = await takeConnections((socket) => {
      for (const part of bytes) socket.write(part);
      if (bytes.length > 2) socket.end();
    });
    const eachMs = fault.test("not in time") ? 500 : 60_000;
    const reply = await createAsk(`http://127.0.0.1:${port}`, undefined, { eachMs })({ path: "/" });
    expect(reply).toMatchObject({ status, fault: expect.stringMatching(fault) });
  });

  it("prints no control characters of a reply", async () => {
    const evil = "\u001b[31m\u009b2J\u202e";
    const { port } = await takeConnections((socket) => {
      const names = "Content-Type Server Age Retry-After Content-Language Maintenance-Notice".split(" ");
      const headers = names.map((name) => `${name}: 1${evil}`).join("\r\n");
      socket.end(`HTTP/1.1 502 ${evil}\r\n${headers}\r\n\r\n${evil}`);
    });
    const env = { DATABASE: join(temporaryFolder(), "none.db"), PORT: "0" };
    const { code, stdout, stderr } = await notice(env, ["check", "--from", `http://127.0.0.1:${port}`]);
    expect(code).toBe(1);
    expect(stdout + stderr).not.toMatch(/[^\n -~…–]/u);
  });

  it.each([
    ["scripts", "<script ", 480_000],
    ["styles without an end of their tags", "<style ", 2_800_000],
  ])("reads a body of nothing but %s to its end", { timeout: 60_000 }, async (_name, tag, bytes) => {
    const body = Buffer.from(tag.repeat(bytes / tag.length));
    const { url } = await startFrontThat(with503(() => ({ body })));
    expect((await check(here(), url)).symptoms).toContain("script");
  });

  it("stops with exit code 1 if the store does not answer", async () => {
    const backend: Pick<StoreBackend, "read"> = { read: () => new Promise(() => {}) };
    const context = {
      ...{ backend: backend as StoreBackend, commandName: "notice", installation: readInstallation(here()) },
      ...{ pathOf: (file: string) => file, printError: () => {} },
      readSettings: (only?: string[]) => readInstallation(here(), only).config,
    };
    const stopped = checkFrom(context, new URL(service().url), {}, 2000);
    await expect(stopped).rejects.toMatchObject({ code: "CHECK_LATE", exitCode: 1 });
  });

  it("follows no redirect to another origin", async () => {
    const strange = await startFront(service().url);
    const { url } = await startFrontThat(() => empty(302, { location: `${strange.url}/` }));
    expect((await check(here(), url)).code).toBe(1);
    expect(strange.log).toEqual([]);
  });

  it("reports that nobody listens", async () => {
    const outcome = await check({ DATABASE: "/none/notice.db" }, `http://127.0.0.1:${await freePort()}`);
    expect(outcome).toMatchObject({ code: 1, symptoms: ["unreachable"] });
    expect(outcome.lines[0]?.detail).toContain("ECONNREFUSED");
  });
});
