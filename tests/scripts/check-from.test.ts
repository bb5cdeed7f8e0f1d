import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { StoreBackend } from "../../data/store.ts";
import { readInstallation } from "../../schema/settings/installation.ts";
import { createAsk } from "../../scripts/diagnostics/visitors/ask.ts";
import { checkFrom } from "../../scripts/diagnostics/visitors/check-from.ts";
import { type Row, type SymptomName, symptoms } from "../../scripts/diagnostics/visitors/symptoms.ts";
import { atATime } from "../support/at-a-time.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { listenHere, takeConnections } from "../support/network/servers.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

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

/** Starts a front before a service that makes something else of its replies. */
async function startSpoilingFront(service: string, spoil: Spoil): Promise<SpoilingFront> {
  const log: string[] = [];
  const heads: string[] = [];
  const server = createServer(async (incoming, response) => {
    log.push(`${incoming.method} ${incoming.url}`);
    heads.push(incoming.rawHeaders.join("\n"));
    const body = await buffer(incoming);
    const ask = async (): Promise<Spoiled> => {
      const { method, url, headers } = incoming;
      const plain = { ...headers, "accept-encoding": "identity" };
      const onward = request(`${service}${url}`, { method, headers: plain });
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
    const { headers, ...rest } = await ask();
    return {
      ...rest,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))),
    };
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

/** What people do in front of Backsoon, and what must be said of it. */
const mistakes: Record<string, { spoil: Spoil; symptoms: SymptomName[]; warnings?: string[] }> = {
  "nothing at all": { spoil: (_, ask) => ask(), symptoms: [] },
  "drops the marker": {
    spoil: without("maintenance-notice"),
    symptoms: ["marker", "preflight", "document"],
  },
  "puts 200 in the place of 503": { spoil: with503(() => ({ status: 200 })), symptoms: ["status"] },
  "`add_header` without `always`": { spoil: without("retry-after"), symptoms: ["Retry-After"] },
  "strips Cache-Control": { spoil: without("cache-control"), symptoms: ["Cache-Control"] },
  "keeps 503, with its Date": { spoil: keeping({}, []), symptoms: ["kept"] },
  "keeps 503, with an Age": { spoil: keeping({ age: "7" }, ["date"]), symptoms: ["kept"] },
  "a static page with 503": {
    spoil: async (_, ask) => {
      const reply = await ask();
      return reply.status === 503 ? page(503) : reply;
    },
    symptoms: ["replaced", "POST of 1 KB", "POST of 3 MB"],
  },
  "a static page with 200": {
    spoil: async (_, ask) => {
      const reply = await ask();
      return reply.status === 503 ? page(200) : reply;
    },
    symptoms: ["partly", "POST of 1 KB", "POST of 3 MB"],
  },
  "HAProxy finds no server": {
    spoil: () => ({ ...page(503), body: Buffer.from("No server is available to handle this request.") }),
    symptoms: ["unavailable"],
  },
  "Backsoon is not reached": { spoil: () => page(502), symptoms: ["replaced"] },
  "POST gets 405": {
    spoil: ({ method }, ask) => (method === "POST" ? page(405) : ask()),
    symptoms: ["POST of 1 KB", "POST of 3 MB"],
  },
  "3 MB get 413": {
    spoil: ({ headers }, ask) => (Number(headers["content-length"]) > 1_048_576 ? page(413) : ask()),
    symptoms: [],
    warnings: ["POST of 3 MB"],
  },
  "scripts are the app's": {
    spoil: ({ url = "" }, ask) => (url.startsWith("/assets/") ? page(404) : ask()),
    symptoms: ["script"],
  },
  "a rule for files answers beside the page": {
    spoil: ({ url = "" }, ask) => (url.endsWith("/backsoon-notice") ? page(404) : ask()),
    symptoms: ["document"],
  },
  "changes the page": {
    spoil: with503(({ body }) => ({ body: Buffer.from(body.toString().replace(":root{", ":root{ ")) })),
    symptoms: ["policy"],
  },
  "a policy of its own": {
    spoil: with503(({ headers }) => ({
      headers: { ...headers, "content-security-policy": "default-src 'self'" },
    })),
    symptoms: ["policy"],
  },
  "a policy besides the notice's": {
    spoil: with503(({ headers }) => ({
      headers: {
        ...headers,
        "content-security-policy": `${headers["content-security-policy"]}, default-src 'self'`,
      },
    })),
    symptoms: ["policy"],
  },
  "one page for every format and language": {
    spoil: async (incoming, ask) => {
      for (const name of ["accept", "accept-language"]) delete incoming.headers[name];
      return ask();
    },
    symptoms: ["JSON", "language"],
  },
  "Traefik's middleware `errors`": {
    spoil: async (incoming, ask) => {
      Object.assign(incoming, { method: "GET", url: "/" });
      return { ...(await ask()), status: 502 };
    },
    symptoms: ["status", "preflight", "script", "document"],
  },
  "HEAD has no headers": {
    spoil: ({ method }, ask) => (method === "HEAD" ? { ...page(503), body: Buffer.alloc(0) } : ask()),
    symptoms: ["Retry-After", "Cache-Control", "marker", "HEAD"],
  },
  "answers OPTIONS itself": {
    spoil: ({ method }, ask) =>
      method === "OPTIONS" ? { status: 204, headers: { allow: "GET" }, body: Buffer.alloc(0) } : ask(),
    symptoms: ["preflight"],
  },
};

describe("notice check --from", () => {
  it("names what is wrong with each front, and nothing else", async () => {
    const service = await serveHere();
    // All at once, each would take as long as all of them, which the check does not.
    const checked = await atATime(
      8,
      Object.entries(mistakes),
      async ([name, { spoil, symptoms: expected, warnings = [] }]) => {
        const { url } = await startSpoilingFront(service.url, spoil);
        const { code, lines, symptoms: found, stderr } = await check(here(service), url);
        for (const { state, more } of lines) expect(state === "failure").toBe(more !== undefined);
        const warned = lines.filter(({ state }) => state === "warning").map(({ subject }) => subject);
        expect(warned).toEqual(expect.arrayContaining(warnings));
        if (code !== 0) expect(stderr).toContain("The check found problems with: ");
        return [name, { code, symptoms: found }, { code: expected.length > 0 ? 1 : 0, symptoms: expected }];
      },
    );
    const as = (index: number) => Object.fromEntries(checked.map((each) => [each[0], each[index]]));
    expect(as(1)).toEqual(as(2));
  });

  it("sees another notice than the store's, and says where this machine has none", async () => {
    const service = await serveHere();
    const other = await serveHere();
    await notice(other.env, ["set", "--title", "Another"]);
    const env = { ...here(service), DATABASE: other.database };
    const withNone = { ...env, DATABASE: join(temporaryFolder(), "none.db") };
    const [differs, none] = await Promise.all(
      [env, withNone].map((settings) => check(settings, service.url)),
    );
    expect(differs).toMatchObject({ code: 1, symptoms: ["store"] });
    expect(none?.code).toBe(0);
    expect(none?.lines.find(({ subject }) => subject === "store")?.detail).toMatch(
      "not compared: this machine has no store",
    );
  });

  it("never calls an app right that answers, and then sends nothing but two GETs", async () => {
    const service = await serveHere();
    const front = await startFront(service.url);
    front.answerWith(healthyApp);
    const file = join(temporaryFolder(), "staff.json");
    writeFileSync(file, JSON.stringify({ link: "ab".repeat(16), cookie: "cd".repeat(16), maxAge: 60 }));
    const outcome = await notice(here(service), ["check", "--from", front.url, "--staff-file", file]);
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

  it("warns that Backsoon's own address does not show what the proxy does", async () => {
    const service = await serveHere();
    const { code, lines } = await check(here(service), new URL(service.url).origin);
    expect([code, lines[0]]).toMatchObject([
      0,
      {
        subject: "visitors",
        state: "warning",
        detail: expect.stringMatching(/^the notice, but from Backsoon itself/),
      },
    ]);
  });

  it("says before it begins what it sends, and sends that alone", async () => {
    const service = await serveHere();
    const front = await startSpoilingFront(service.url, (_, ask) => ask());
    const url = `${front.url}/cart?id=1#total`;
    const { code, stdout, stderr } = await notice(here(service), ["check", "--from", url]);
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

  it.each([
    [["--from", "shop.example"], "It must be a URL that visitors ask for"],
    [["--from", "ftp://shop.example"], "It must be a URL that visitors ask for"],
    [["--from", "https://anna:secret@shop.example"], "It must be a URL that visitors ask for"],
    [["--from", "https://shop.example", "--models"], "cannot be used with"],
    [["--staff-file", "secret"], "--staff-file needs --from"],
    [
      ["--from", "http://shop.example", "--staff-file", "secret"],
      "would send the secrets to http://shop.example unencrypted",
    ],
    [["--from", "https://shop.example", "--staff-file", "/none"], "/none cannot be read (it does not exist)"],
    [
      ["--from", "https://shop.example", "--staff-file", "/dev/zero"],
      "/dev/zero does not hold the secrets of staff",
    ],
    [
      ["--from", "https://shop.example", "--staff-file", "package.json"],
      "package.json does not hold the secrets of staff",
    ],
  ])("refuses %j before anything is sent", async (args, message) => {
    const { code, stdout, stderr } = await notice({ DATABASE: "/none/notice.db" }, ["check", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

describe("notice check --from --staff-file", () => {
  const secrets = { link: "ab".repeat(16), cookie: "cd".repeat(16), maxAge: 14_400 };
  const cookie = `backsoon_staff=${secrets.cookie}; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax`;
  const link = (headers: Record<string, string> = {}): Spoiled => ({
    status: 303,
    headers: {
      location: "/",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "set-cookie": cookie,
      ...headers,
    },
    body: Buffer.alloc(0),
  });
  const isLink = (secret: string) => secret === secrets.link;
  const isCookie = (secret: string) => secret === secrets.cookie;
  /** A proxy that takes these secrets for the right ones. */
  const gate =
    (takesLink: typeof isLink, takesCookie: typeof isCookie, headers = {}, app = page(200)): Spoil =>
    ({ url = "", headers: { cookie: sent = "" } }, ask) => {
      const [, own] = /^\/\.backsoon\/staff\/(.*)$/.exec(url) ?? [];
      if (own !== undefined) return takesLink(own) ? link(headers) : ask();
      const [, secret] = /^backsoon_staff=(.*)$/.exec(sent) ?? [];
      return secret !== undefined && takesCookie(secret) ? app : ask();
    };
  const none = () => false;
  const cases: Record<string, [Spoil, SymptomName[]]> = {
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
    "a cookie for scripts": [
      gate(isLink, isCookie, { "set-cookie": cookie.replace("HttpOnly; Secure; ", "") }),
      ["staff link"],
    ],
    "a link that leads elsewhere": [
      gate(isLink, isCookie, { location: `/?link=${secrets.link}` }),
      ["staff link"],
    ],
    "a link that may be kept": [gate(isLink, isCookie, { "cache-control": "private" }), ["staff link"]],
    "an app that does not run": [gate(isLink, isCookie, {}, page(502)), ["staff cookie"]],
  };

  it("says whether staff get to the app, and nobody else does; no secret is ever printed", async () => {
    const service = await serveHere();
    const file = join(temporaryFolder(), "staff.json");
    writeFileSync(file, JSON.stringify(secrets));
    const checked = await atATime(8, Object.entries(cases), async ([name, [spoil, expected]]) => {
      const { url } = await startSpoilingFront(service.url, spoil);
      const outcome = await check(here(service), `${url}/cart?id=1`, "--staff-file", file);
      for (const secret of [secrets.link, secrets.cookie])
        expect((outcome.stdout + outcome.stderr).toLowerCase()).not.toContain(secret);
      return [name, outcome.symptoms, expected];
    });
    const as = (index: number) => Object.fromEntries(checked.map((each) => [each[0], each[index]]));
    expect(as(1)).toEqual(as(2));
  });
});

it("asks the address of --resolve, before DNS has the name", async () => {
  const service = await serveHere();
  const front = await startSpoilingFront(service.url, (_, ask) => ask());
  const url = front.url.replace("127.0.0.1", "shop.backsoon.example");
  expect(await check(here(service), url, "--resolve", "127.0.0.1")).toMatchObject({ code: 0 });
  expect(front.heads[0]).toContain(new URL(url).host);
});

describe("whatever a server does, the check", () => {
  const head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\n";

  it.each<[string, string, RegExp]>([
    ["says nothing", "", /^not in time$/],
    ["promises a head for ever", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000), /^not in time$/],
    [
      "has a head without an end",
      `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`,
      /^Parse Error: Header overflow$/,
    ],
    ["speaks another protocol", "SSH-2.0-OpenSSH_9.2\r\n", /^Parse Error/],
  ])("waits for no reply for long from one that %s", async (_name, bytes, reason) => {
    const { port } = await takeConnections((socket) => void socket.write(bytes));
    const reply = await createAsk(`http://127.0.0.1:${port}`, undefined, { eachMs: 500 })({ path: "/" });
    expect(reply).toMatchObject({ status: 0, fault: expect.stringMatching(reason) });
  });

  it.each<[string, Buffer, RegExp]>([
    ["never ends", Buffer.from(`${head}Content-Length: 10\r\n\r\nhalf`), /^(?:aborted|not in time)$/],
    [
      "is larger than any of ours",
      Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.alloc(5 * 1024 * 1024, "x")]),
      /^it is longer than 4194304 bytes$/,
    ],
    [
      "is a bomb",
      Buffer.concat([
        Buffer.from(`${head}Content-Encoding: gzip\r\n\r\n`),
        gzipSync(Buffer.alloc(8 * 1024 * 1024)),
      ]),
      /larger than|ERR_BUFFER_TOO_LARGE/,
    ],
    [
      "is in a coding that nobody asked for",
      Buffer.from(`${head}Content-Encoding: zstd\r\nContent-Length: 1\r\n\r\nx`),
      /unknown/,
    ],
  ])("says what is wrong with a body that %s", async (_name, bytes, reason) => {
    const { port } = await takeConnections((socket) => {
      socket.write(bytes);
      if (bytes.length > 100_000 || bytes.includes("gzip")) socket.end();
    });
    const reply = await createAsk(`http://127.0.0.1:${port}`, undefined, { eachMs: 500 })({ path: "/" });
    expect(reply).toMatchObject({ status: 503, fault: expect.stringMatching(reason) });
  });

  it("prints nothing of it that could control a terminal", async () => {
    const evil = "\u001b[31m\u009b2J\u202e";
    const { port } = await takeConnections((socket) => {
      const lines = ["Content-Type", "Server", "Age", "Retry-After", "Content-Language"].map(
        (name) => `${name}: ${evil}`,
      );
      socket.end(
        `HTTP/1.1 502 ${evil}\r\nMaintenance-Notice: 1${evil}\r\n${lines.join("\r\n")}\r\n\r\n${evil}`,
      );
    });
    const database = join(temporaryFolder(), "none.db");
    const outcome = await notice({ DATABASE: database, PORT: "0" }, [
      "check",
      "--from",
      `http://127.0.0.1:${port}`,
    ]);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout + outcome.stderr).not.toMatch(/[^\n -~…–]/u);
  });

  it.each([
    ["scripts", "<script ", 480_000],
    ["styles without an end of their tags", "<style ", 2_800_000],
  ])(
    "ends for a body of nothing but %s",
    async (_name, tag, bytes) => {
      const body = tag.repeat(bytes / tag.length);
      const service = await serveHere();
      const { url } = await startSpoilingFront(
        service.url,
        with503(({ headers }) => ({ headers, body: Buffer.from(body) })),
      );
      const from = performance.now();
      expect((await check(elsewhere(service), url)).symptoms).toContain("script");
      expect(performance.now() - from).toBeLessThan(30_000);
    },
    60_000,
  );

  it("stops the check when something else does not answer, such as the store's disk", async () => {
    const service = await serveHere();
    const backend: Pick<StoreBackend, "read"> = { read: () => new Promise(() => {}) };
    const context = {
      backend: backend as StoreBackend,
      commandName: "notice",
      installation: readInstallation(service.env),
      pathOf: (file: string) => file,
      printError: () => {},
      readSettings: (only?: string[]) => readInstallation(elsewhere(service), only).config,
    };
    await expect(checkFrom(context, new URL(service.url), {}, 2000)).rejects.toMatchObject({
      code: "CHECK_LATE",
      exitCode: 1,
      message: expect.stringContaining("took longer than 2 seconds"),
    });
  });

  it("asks nobody but the origin: a redirect is not followed", async () => {
    const service = await serveHere();
    const strange = await startFront(service.url);
    const { url } = await startSpoilingFront(service.url, () => ({
      status: 302,
      headers: { location: `${strange.url}/` },
      body: Buffer.alloc(0),
    }));
    expect((await check(here(service), url)).code).toBe(1);
    expect(strange.log).toEqual([]);
  });

  it("says that nobody answers", async () => {
    const server = createTcpServer().listen(0, "127.0.0.1");
    const { port } = await new Promise<{ port: number }>((resolve) =>
      server.on("listening", () => resolve(server.address() as { port: number })),
    );
    await new Promise((closed) => server.close(closed));
    const outcome = await check({ DATABASE: "/none/notice.db" }, `http://127.0.0.1:${port}`);
    expect(outcome).toMatchObject({ code: 1, symptoms: ["unreachable"] });
    expect(outcome.lines[0]?.detail).toContain("ECONNREFUSED");
  });
});

describe("what is said of a symptom", () => {
  it("leads to a section of the documents, and there is none for anything else", () => {
    const sections = readFileSync("docs/troubleshooting.md", "utf8").match(/(?<=^### ).*$/gm);
    const subjects = Object.entries<Row>(symptoms).map(([name, { subject = name }]) => subject);
    expect(new Set(sections)).toEqual(new Set(subjects));
  });

  it("is printed with its likely cause, and where the others are", async () => {
    const service = await serveHere();
    const { url } = await startSpoilingFront(service.url, without("retry-after"));
    const { stdout } = await notice(here(service), ["check", "--from", url]);
    expect(stdout).toContain(`
        possible cause: a proxy or CDN removes or replaces headers of replies
        more: docs/troubleshooting.md#retry-after
`);
  });
});
