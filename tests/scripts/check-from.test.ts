import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { StoreBackend } from "../../data/store.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { freePort } from "../../scripts/bench/harness.ts";
import { checkFrom, createAsk, type SymptomName } from "../../scripts/diagnostics/check-from.ts";
import type { CommandOutcome } from "../../scripts/run.ts";
import { atATime } from "../support/at-a-time.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { listenHere, takeConnections } from "../support/network/servers.ts";
import { type ServiceHere, serveHere, sharedHere } from "../support/service/service-here.ts";

/** A reply of the service's, its header names in lower case. */
interface Spoiled {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** What a front replies; it may change the request and ask the service, whose body then has no content coding. */
type Spoil = (incoming: IncomingMessage, ask: () => Promise<Spoiled>) => Spoiled | Promise<Spoiled>;

interface SpoilingFront {
  url: string;
  /** What came, as `GET /path`, and the heads of it, the latest last. */
  log: string[];
  heads: string[];
}

/** Starts a front before the service that makes something else of its replies. */
async function startFrontThat(spoil: Spoil): Promise<SpoilingFront> {
  const log: string[] = [];
  const heads: string[] = [];
  const server = createServer(async (incoming, response) => {
    log.push(`${incoming.method} ${incoming.url}`);
    heads.push(incoming.rawHeaders.join("\n"));
    const body = await buffer(incoming);
    const ask = async (): Promise<Spoiled> => {
      const { method, url, headers } = incoming;
      const plain = { ...headers, "accept-encoding": "identity" };
      const onward = request(`${service().url}${url}`, { method, headers: plain });
      const reply = await new Promise<IncomingMessage>((resolve, reject) =>
        onward.on("response", resolve).on("error", reject).end(body),
      );
      return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) };
    };
    const spoiled = await spoil(incoming, ask);
    // What a front has changed has another length.
    const { "content-length": _, ...kept } = spoiled.headers;
    response.writeHead(spoiled.status, kept).end(spoiled.body);
  });
  return { url: await listenHere({ server, protocol: "http" }), log, heads };
}

const service = sharedHere();

interface Line {
  subject: string;
  state: string;
  detail: string;
  symptom?: SymptomName;
  more?: string;
}

/** The environment of a command on the machine of a service. */
const here = ({ env, url }: ServiceHere) => ({ ...env, PORT: new URL(url).port });
/** The same machine, whose settings do not say where Backsoon listens. */
const elsewhere = ({ env }: ServiceHere) => ({ ...env, PORT: "0" });

async function check(env: NodeJS.ProcessEnv, url: string, ...options: string[]) {
  const outcome = await notice(env, ["check", "--from", url, "--json", ...options]);
  const lines: Line[] = outcome.stdout === "" ? [] : JSON.parse(outcome.stdout);
  const failures = lines.filter(({ state }) => state === "failure");
  return { ...outcome, lines, symptoms: failures.map(({ symptom }) => symptom) };
}

const without =
  (...names: string[]): Spoil =>
  async (_incoming, ask) => {
    const reply = await ask();
    for (const name of names) delete reply.headers[name];
    return reply;
  };
const with503 =
  (change: (reply: Spoiled) => Partial<Spoiled>): Spoil =>
  async (_incoming, ask) => {
    const reply = await ask();
    return reply.status === 503 ? { ...reply, ...change(reply) } : reply;
  };
const page = (status: number): Spoiled => ({
  status,
  headers: { "content-type": "text/html" },
  body: Buffer.from("<h1>Down for maintenance</h1>"),
});
/** A cache that looks at the method and the path alone. */
const keeping = (headersOfHit: Record<string, string>, hides: string[]): Spoil => {
  const kept = new Map<string, Spoiled>();
  return async ({ method, url, headers }, ask) => {
    const key = `${method} ${url} ${headers.accept} ${headers["accept-language"]}`;
    const hit = kept.get(key);
    if (hit) return { ...hit, headers: { ...hit.headers, ...headersOfHit } };
    const reply = await ask();
    for (const name of hides) delete reply.headers[name];
    kept.set(key, reply);
    return reply;
  };
};

/** A front that gives this reply to some requests. */
const answering =
  (isIt: (incoming: IncomingMessage) => boolean, reply: Spoiled): Spoil =>
  (incoming, ask) =>
    isIt(incoming) ? reply : ask();
const by503 = (reply: Spoiled): Spoil => with503(() => reply);
const withPolicy = (make: (own: unknown) => string): Spoil =>
  with503(({ headers }) => ({
    headers: { ...headers, "content-security-policy": make(headers["content-security-policy"]) },
  }));
const empty = (status: number, headers = {}): Spoiled => ({ status, headers, body: Buffer.alloc(0) });

/** Fronts, with the symptoms that must be named of each, and its warnings. */
type Cases = Record<string, [spoil: Spoil, symptoms: SymptomName[], warnings?: string[]]>;

const written: SymptomName[] = ["POST of 1 KB", "POST of 3 MB"];

/** What people do in front of Backsoon, and what must be said of it. */
const mistakes: Cases = {
  "nothing at all": [(_, ask) => ask(), []],
  "drops the marker": [without("maintenance-notice"), ["marker", "preflight", "document"]],
  "puts 200 in the place of 503": [with503(() => ({ status: 200 })), ["status"]],
  "`add_header` without `always`": [without("retry-after"), ["Retry-After"]],
  "strips Cache-Control": [without("cache-control"), ["Cache-Control"]],
  "keeps 503, with its Date": [keeping({}, []), ["kept"]],
  "keeps 503, with an Age": [keeping({ age: "7" }, ["date"]), ["kept"]],
  "a static page with 503": [by503(page(503)), ["replaced", ...written]],
  "a static page with 200": [by503(page(200)), ["partly", ...written]],
  "HAProxy finds no server": [
    () => ({ ...page(503), body: Buffer.from("No server is available to handle this request.") }),
    ["unavailable"],
  ],
  "Backsoon is not reached": [() => page(502), ["replaced"]],
  "POST gets 405": [answering(({ method }) => method === "POST", page(405)), written],
  "3 MB get 413": [
    answering(({ headers }) => Number(headers["content-length"]) > 1_048_576, page(413)),
    [],
    ["POST of 3 MB"],
  ],
  "scripts are the app's": [answering(({ url = "" }) => url.startsWith("/assets/"), page(404)), ["script"]],
  "a rule for files answers beside the page": [
    answering(({ url = "" }) => url.endsWith("/backsoon-notice"), page(404)),
    ["document"],
  ],
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
    answering(({ method }) => method === "HEAD", empty(503, { "content-type": "text/html" })),
    ["Retry-After", "Cache-Control", "marker", "HEAD"],
  ],
  "answers OPTIONS itself": [
    answering(({ method }) => method === "OPTIONS", empty(204, { allow: "GET" })),
    ["preflight"],
  ],
};

/** Checks each front, and expects its symptoms and no others; gives what was said. */
async function expectSymptoms(cases: Cases, path = "", ...options: string[]): Promise<CommandOutcome[]> {
  // All at once, each would take as long as all of them, which the check does not.
  return atATime(8, Object.entries(cases), async ([name, [spoil, expected, warnings = []]]) => {
    const { url } = await startFrontThat(spoil);
    const { lines, symptoms: found, ...outcome } = await check(here(service()), `${url}${path}`, ...options);
    for (const { state, more } of lines) expect(state === "failure").toBe(more !== undefined);
    const warned = lines.filter(({ state }) => state === "warning").map(({ subject }) => subject);
    expect(warned).toEqual(expect.arrayContaining(warnings));
    expect([name, outcome.code, found]).toEqual([name, expected.length > 0 ? 1 : 0, expected]);
    return outcome;
  });
}

describe("notice check --from", () => {
  it("names exactly the symptoms of each misconfigured proxy", async () => {
    for (const { code, stderr } of await expectSymptoms(mistakes))
      if (code !== 0) expect(stderr).toContain("The check found problems with: ");
  });

  it("reports a notice that differs from the store's, and skips that without a store", async () => {
    const other = await serveHere();
    await notice(other.env, ["set", "--title", "Another"]);
    const env = { ...here(service()), DATABASE: other.database };
    const withNone = { ...env, DATABASE: join(temporaryFolder(), "none.db") };
    const [differs, none] = await Promise.all(
      [env, withNone].map((settings) => check(settings, service().url)),
    );
    expect(differs).toMatchObject({ code: 1, symptoms: ["store"] });
    expect(none?.code).toBe(0);
    expect(none?.lines.find(({ subject }) => subject === "store")?.detail).toMatch(
      "not compared: this machine has no store",
    );
  });

  it("reports that the app answers, after two GET requests", async () => {
    const front = await startFront(service().url);
    front.answerWith(healthyApp);
    const file = join(temporaryFolder(), "staff.json");
    writeFileSync(file, JSON.stringify({ link: "ab".repeat(16), cookie: "cd".repeat(16), maxAge: 60 }));
    const outcome = await notice(here(service()), ["check", "--from", front.url, "--staff-file", file]);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toMatch(
      /^warning visitors: the app answered, so the notice could not be checked \(200, /,
    );
    expect(outcome.stdout).toContain("warning staff: not tried, because this URL does not show the notice");
    expect(outcome.stderr).toMatch(
      /\nThe app answered, so the notice could not be checked: [^\n]+ check the switch and the proxy\.\n$/,
    );
    expect(front.log).toEqual(["GET /", "GET /backsoon-notice"]);
  });

  it("warns if the URL is Backsoon's own address", async () => {
    const { code, lines } = await check(here(service()), new URL(service().url).origin);
    const detail = expect.stringMatching(/^the notice, but from Backsoon itself/);
    expect([code, lines[0]]).toMatchObject([0, { subject: "visitors", state: "warning", detail }]);
  });

  it("announces its requests and sends no others", async () => {
    const front = await startFrontThat((_, ask) => ask());
    const url = `${front.url}/cart?id=1#total`;
    const { code, stdout, stderr } = await notice(here(service()), ["check", "--from", url]);
    expect([code, stderr.split("\n")[0]]).toEqual([
      0,
      `Asks ${front.url} as a visitor does, without cookies, and follows no redirect:`,
    ]);
    expect(stdout).toMatch(
      /^ok {6}visitors: the notice \(503, "text\/html; charset=utf-8"; asked from 127\.0\.0\.1 at 127\.0\.0\.1:\d+\)\n/,
    );
    const counts: Record<string, number> = {};
    for (const each of front.log) counts[each] = (counts[each] ?? 0) + 1;
    expect(counts).toEqual({
      // The first, JSON, the other language, and once more.
      "GET /cart?id=1": 4,
      "HEAD /cart?id=1": 1,
      "OPTIONS /cart?id=1": 1,
      "GET /cart/backsoon-notice": 1,
      "POST /cart/backsoon-notice": 2,
      [`GET ${/\/assets\/\S+/.exec(front.log.join("\n"))?.[0]}`]: 1,
    });
    expect(front.heads.join("\n")).not.toMatch(/^cookie$/im);
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
  ])("refuses %j before anything is sent", async (args, message) => {
    const { code, stdout, stderr } = await notice({ DATABASE: "/none/notice.db" }, ["check", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

describe("notice check --from --staff-file", () => {
  const secrets = { link: "ab".repeat(16), cookie: "cd".repeat(16), maxAge: 14_400 };
  const cookie = `backsoon_staff=${secrets.cookie}; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax`;
  const link = (more: Record<string, string>): Spoiled =>
    empty(303, {
      location: "/",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "set-cookie": cookie,
      ...more,
    });
  const isLink = (secret: string) => secret === secrets.link;
  const isCookie = (secret: string) => secret === secrets.cookie;
  const none = () => false;
  /** A proxy that takes these secrets for the right ones. */
  const gate =
    (takesLink: typeof isLink, takesCookie: typeof isCookie, headers = {}, app = page(200)): Spoil =>
    ({ url = "", headers: { cookie: sent = "" } }, ask) => {
      const [, own] = /^\/\.backsoon\/staff\/(.*)$/.exec(url) ?? [];
      if (own !== undefined) return takesLink(own) ? link(headers) : ask();
      const [, secret] = /^backsoon_staff=(.*)$/.exec(sent) ?? [];
      return secret !== undefined && takesCookie(secret) ? app : ask();
    };
  const linking = (headers: object): Cases[string] => [gate(isLink, isCookie, headers), ["staff link"]];
  const cases: Cases = {
    "as the recipes have it": [gate(isLink, isCookie), []],
    "no lines for staff": [gate(none, none), ["staff link", "staff cookie"]],
    "no line for the link": [gate(none, isCookie), ["staff link"]],
    "no line for the cookie": [gate(isLink, none), ["staff cookie"]],
    "a switch for one path, where wrong links lead to the app without a cookie": [
      (request, ask) =>
        isLink(request.url?.split("/staff/")[1] ?? secrets.link)
          ? gate(isLink, isCookie)(request, ask)
          : page(404),
      [],
    ],
    "a cookie for scripts": linking({ "set-cookie": cookie.replace("HttpOnly; Secure; ", "") }),
    "a link that leads elsewhere": linking({ location: `/?link=${secrets.link}` }),
    "a link that may be kept": linking({ "cache-control": "private" }),
    "an app that does not run": [gate(isLink, isCookie, {}, page(502)), ["staff cookie"]],
  };

  it("reports whether only staff reach the app, and prints no secret", async () => {
    const file = join(temporaryFolder(), "staff.json");
    writeFileSync(file, JSON.stringify(secrets));
    for (const { stdout, stderr } of await expectSymptoms(cases, "/cart?id=1", "--staff-file", file))
      for (const secret of [secrets.link, secrets.cookie])
        expect((stdout + stderr).toLowerCase()).not.toContain(secret);
  });
});

it("uses the address of --resolve for a name that DNS lacks", async () => {
  const front = await startFrontThat((_, ask) => ask());
  const url = front.url.replace("127.0.0.1", "shop.backsoon.example");
  expect(await check(here(service()), url, "--resolve", "127.0.0.1")).toMatchObject({ code: 0 });
  expect(front.heads[0]).toContain(new URL(url).host);
});

describe("notice check --from, on a hostile server,", () => {
  const head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\n";

  const large = "x".repeat(5 * 1024 * 1024);
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
  it.each<[string, status: number, bytes: (string | Buffer)[], fault: RegExp]>([
    ["nothing", 0, [], /^not in time$/],
    ["promises for ever", 0, ["HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000)], /^not in time$/],
    ["a head without an end", 0, ["HTTP/1.1 200 OK\r\nX: ", large], /^Parse Error: Header overflow$/],
    ["another protocol", 0, ["SSH-2.0-OpenSSH_9.2\r\n"], /^Parse Error/],
    ["half a body", 503, [head, "Content-Length: 10\r\n\r\nhalf"], /^(?:aborted|not in time)$/],
    ["more than any of ours", 503, [head, "\r\n", large], /^it is longer than 4194304 bytes$/],
    ["a bomb", 503, [head, "Content-Encoding: gzip\r\n\r\n", bomb], /larger than|ERR_BUFFER_TOO_LARGE/],
    [
      "a coding that we lack",
      503,
      [head, "Content-Encoding: zstd\r\n", "Content-Length: 1\r\n\r\nx"],
      /unknown/,
    ],
  ])("gives up in time and says why: %s", async (_what, status, bytes, fault) => {
    const { port } = await takeConnections((socket) => {
      for (const part of bytes) socket.write(part);
      if (bytes.length > 2) socket.end();
    });
    const reply = await createAsk(`http://127.0.0.1:${port}`, undefined, { eachMs: 500 })({ path: "/" });
    expect(reply).toMatchObject({ status, fault: expect.stringMatching(fault) });
  });

  it("prints no control characters of a reply", async () => {
    const evil = "\u001b[31m\u009b2J\u202e";
    const { port } = await takeConnections((socket) => {
      const lines = ["Content-Type", "Server", "Age", "Retry-After", "Content-Language"].map(
        (name) => `${name}: ${evil}`,
      );
      socket.end(
        `HTTP/1.1 502 ${evil}\r\nMaintenance-Notice: 1${evil}\r\n${lines.join("\r\n")}\r\n\r\n${evil}`,
      );
    });
    const env = { DATABASE: join(temporaryFolder(), "none.db"), PORT: "0" };
    const outcome = await notice(env, ["check", "--from", `http://127.0.0.1:${port}`]);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout + outcome.stderr).not.toMatch(/[^\n -~…–]/u);
  });

  it.each([
    ["scripts", "<script ", 480_000],
    ["styles without an end of their tags", "<style ", 2_800_000],
  ])("reads a body of nothing but %s to its end", { timeout: 60_000 }, async (_name, tag, bytes) => {
    const body = Buffer.from(tag.repeat(bytes / tag.length));
    const { url } = await startFrontThat(with503(() => ({ body })));
    expect((await check(elsewhere(service()), url)).symptoms).toContain("script");
  });

  it("stops with exit code 1 if the store does not answer", async () => {
    const backend: Pick<StoreBackend, "read"> = { read: () => new Promise(() => {}) };
    const context = {
      backend: backend as StoreBackend,
      commandName: "notice",
      installation: readInstallation(service().env),
      pathOf: (file: string) => file,
      printError: () => {},
      readSettings: (only?: string[]) => readInstallation(elsewhere(service()), only).config,
    };
    await expect(checkFrom(context, new URL(service().url), {}, 2000)).rejects.toMatchObject({
      code: "CHECK_LATE",
      exitCode: 1,
      message: expect.stringContaining("took longer than 2 seconds"),
    });
  });

  it("follows no redirect to another origin", async () => {
    const strange = await startFront(service().url);
    const redirect = empty(302, { location: `${strange.url}/` });
    const { url } = await startFrontThat(() => redirect);
    expect((await check(here(service()), url)).code).toBe(1);
    expect(strange.log).toEqual([]);
  });

  it("reports that nobody listens", async () => {
    const port = await freePort();
    const outcome = await check({ DATABASE: "/none/notice.db" }, `http://127.0.0.1:${port}`);
    expect(outcome).toMatchObject({ code: 1, symptoms: ["unreachable"] });
    expect(outcome.lines[0]?.detail).toContain("ECONNREFUSED");
  });
});

it("notice check --from prints a likely cause and a link to troubleshooting with a symptom", async () => {
  const { url } = await startFrontThat(without("retry-after"));
  const { stdout } = await notice(here(service()), ["check", "--from", url]);
  expect(stdout).toContain(`
        possible cause: a proxy or CDN removes or replaces headers of replies
        more: docs/troubleshooting.md#retry-after
`);
});
