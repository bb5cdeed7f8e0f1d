import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { type ClientHttp2Session, connect as connectHttp2, constants } from "node:http2";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, inject } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { launchBrowser, still } from "../../../support/browser/browser.ts";
import { notice } from "../../../support/command/command.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { type Echo, startEcho } from "../../../support/network/echo.ts";
import { exchange } from "../../../support/network/http.ts";
import { listeningSocket } from "../../../support/network/listening-socket.ts";
import { patient } from "../../../support/patient.ts";
import { startService } from "../../../support/service/service.ts";
import { staffSecrets } from "../support/configuration.ts";
import { type Case, type Stage, saysUnsaved, together } from "../support/stage.ts";
import { openWebsocket, say } from "../support/visitors.ts";

const run = promisify(execFile);
const kilobyte = 1024;
/** How often each size is uploaded. */
const sizes: [bytes: number, times: number][] = [
  [kilobyte, 5],
  [1024 * kilobyte, 5],
  [10 * 1024 * kilobyte, 1],
  [100 * 1024 * kilobyte, 1],
];

/** Programs that upload in ways of their own: curl listens while it sends, and Python only when it has sent everything. */
const programs: Record<"curl" | "Python", (url: string, bytes: number) => Promise<string>> = {
  curl: async (url, bytes) => {
    const file = join(temporaryFolder(), "body");
    writeFileSync(file, Buffer.alloc(bytes));
    const args = ["-sSi", "-H", "Content-Type: application/octet-stream", "--data-binary", `@${file}`, url];
    const { stdout } = await run(inject("clients").curl, args);
    return /^HTTP\/1\.1 503 .*^maintenance-notice: \d+\r$.*patience\.\n$/ims.test(stdout)
      ? "notice"
      : stdout.slice(0, 80);
  },
  Python: async (url, bytes) => {
    const { stdout } = await run(inject("clients").python3, ["-c", python, new URL(url).host, String(bytes)]);
    return stdout.trim();
  },
};

const python = `
import http.client, sys
connection = http.client.HTTPConnection(sys.argv[1], timeout=60)
connection.request("POST", "/upload", b"x" * int(sys.argv[2]))
reply = connection.getresponse()
isOurs = reply.status == 503 and reply.getheader("Maintenance-Notice")
print("notice" if isOurs and reply.read().endswith(b"patience.\\n") else reply.status)
`;

/** Has a program upload each size so many times; gives "notice" for each, or in words what came instead. */
async function uploadBy(program: keyof typeof programs, { proxy, url }: Stage): Promise<string[]> {
  // The HTTP server of Go closes half a second after a reply that came early: who is still sending then may lose it, and
  // who does not listen before having sent everything, as Python, does.
  const most = proxy !== "caddy" ? 4 : program === "Python" ? 2 : 3;
  const outcomes: string[] = [];
  for (const [bytes, times] of sizes.slice(0, most))
    for (let time = 0; time < times; time += 1)
      outcomes.push(await programs[program](url, bytes).catch(({ message }) => message));
  return outcomes;
}

const openPage = launchBrowser(still);

/** What stands in Backsoon's place in the case that is tried, what ends and starts it again, and the secrets of staff. */
let recorder: Echo;
let pids: number[];
let secondPort: number;
let restarts: (() => Promise<void>)[];
let backsoon: { stop(): Promise<unknown>; start(): Promise<unknown> };
let secrets: Awaited<ReturnType<typeof staffSecrets>>;

/** Asks over HTTP/2, and takes back what is not yet sent at the reply; gives its status, or in words what came instead. */
async function askInHttp2(session: ClientHttp2Session, bytes: number): Promise<string> {
  const head = {
    ":path": "/",
    ":method": bytes > 0 ? "POST" : "GET",
    ...(bytes > 0 && { "content-length": bytes }),
  };
  const sent = session.request(head, { endStream: bytes === 0 });
  if (bytes > 0) sent.write(Buffer.alloc(bytes / 2));
  const outcome = await Promise.race([
    once(sent, "response").then(([headers]) => String(headers[":status"])),
    once(sent, "error").then(([{ message }]) => message),
    sleep(5000, "nothing"),
  ]);
  sent.on("error", () => {}).close(constants.NGHTTP2_CANCEL);
  return outcome;
}

const startRecorder = async (): Promise<string[]> => {
  recorder = await startEcho("Backsoon", 503);
  return [recorder.url];
};

/** Starts a Backsoon on a port of its own. */
async function startOwn() {
  const settings = { PORT: String(await freePort()) };
  let running = await startService(settings);
  const stop = () => running.ended("SIGTERM");
  const start = async () => {
    running = await startService(settings);
  };
  return { url: running.url, stop, start };
}

/** Paths that a proxy may not change, whoever is to get them. */
const paths = [
  ...[
    "/a%2Fb",
    "/a%2fb",
    "/a//b",
    "/a%3Fb",
    "/a%23b",
    "/a%25b",
    "/a%2525b",
    "/a%20b",
    "/a+b?c=d+e",
    "/a%2Bb",
  ],
  ...[
    "/a%3Bb;c=1",
    "/a%5Cb",
    "/%E4%BD%A0%C3%A9",
    "/a%26b&c",
    "/a%22b%3C%3E",
    "/a?b=%2F%3F%26&c=//",
    "/a?b=c?d",
  ],
  "/a/%7Eb/~c/(d)!*'",
];

/** What programs send that are no browsers. */
const raw = {
  "HTTP/1.0 without Host": "GET / HTTP/1.0\r\n\r\n",
  "HTTP/1.0 with Host": "GET / HTTP/1.0\r\nHost: shop.example\r\n\r\n",
  "a path in UTF-8": "GET /café HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n",
  "a query in UTF-8": "GET /s?q=café HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n",
};

/** Brings about each state in which visitors get the notice, one after the other. */
async function inEachState({ turn, app, refused }: Stage, work: (state: "on" | "down") => Promise<unknown>) {
  await turn("on");
  await work("on");
  await turn("off");
  await app.kill();
  await refused();
  await work("down");
}

/** Restarts each Backsoon, or the one, under load, while there is no app. */
const restarted = (name: string, services: () => Promise<string[]>): Case => ({
  name,
  services,
  play: async ({ app, refused, phase, beside }) => {
    await app.kill();
    await refused();
    phase("quick");
    await beside(async () => {
      for (const restart of restarts) {
        await restart();
        await sleep(500);
      }
    });
  },
  must: { quick: "notice" },
});

/** What visitors send beside what they want, and what needs more than a reply. */
export const visitorCases: Case[] = [
  {
    name: "paths arrive word for word",
    options: ["--switch"],
    services: startRecorder,
    play: async (stage) => {
      const { ask, app } = stage;
      for (const path of paths) await ask("app", { path });
      await expect.poll(() => app.begun.map(({ path }) => path), patient).toEqual(paths);
      await inEachState(stage, async (state) => {
        recorder.received.length = 0;
        for (const path of paths) await ask(state, { path });
        expect(recorder.received.map(({ path }) => path)).toEqual(paths);
      });
    },
    must: { app: "app", on: "503 of the proxy's", down: "503 of the proxy's" },
  },
  {
    name: "without Host, and in UTF-8",
    options: ["--switch"],
    play: async (stage) => {
      const ask = async (state: string) => {
        for (const [name, bytes] of Object.entries(raw)) {
          const reply = await exchange(stage.url, bytes);
          const isApp = /^HTTP\/1\.[01] 200 .*^X-App: none/ims.test(reply);
          const isNotice = /^HTTP\/1\.[01] 503 .*^Maintenance-Notice: .*patience\./ims.test(reply);
          const outcome = isApp ? "app" : isNotice ? "notice" : reply.slice(0, reply.indexOf("\r"));
          // HAProxy refuses it unless an option of the operator's says otherwise.
          const isRefused =
            stage.proxy === "haproxy" && /^HTTP.1.1 400 /.test(outcome) && name.includes("UTF-8");
          stage.count(isRefused ? "refused" : state, outcome);
        }
      };
      await ask("app");
      await inEachState(stage, ask);
    },
    must: (proxy) => ({
      ...{ app: "app", on: "notice", down: "notice" },
      ...(proxy === "haproxy" && { refused: /^HTTP/ }),
    }),
  },
  {
    name: "a forged Backsoon-Unsaved",
    options: ["--switch", "--read-only"],
    services: startRecorder,
    play: async (stage) => {
      const ask = async (state: string) => {
        await stage.ask("asked", { method: "POST", bytes: 10, headers: { "Backsoon-Unsaved": "1" } });
        stage.count(state, String(recorder.received.at(-1)?.headers["backsoon-unsaved"] ?? ""));
      };
      await stage.turn("read-only");
      await ask("read-only");
      await inEachState(stage, ask);
    },
    must: (proxy) => {
      const said = saysUnsaved(proxy) ? "1" : "";
      return { asked: "503 of the proxy's", "read-only": said, on: said, down: "" };
    },
  },
  {
    name: "websockets and events",
    play: async ({ url, count }) => {
      const sockets = await Promise.all(Array.from({ length: 10 }, () => openWebsocket(url)));
      await sleep(1000);
      for (const socket of sockets) count("websocket", await say(socket));
      for (const socket of sockets) if (typeof socket !== "string") socket.destroy();
      const asked = request(`${url}/events?ms=1000`, { agent: false }).end();
      const [reply] = await once(asked, "response");
      const [first] = await once(reply, "data");
      const [last] = await once(reply, "data");
      count("event", `${first}${last}`.replaceAll("\n", ""));
    },
    must: { websocket: "app", event: "data: firstdata: last" },
  },
  {
    name: "uploads by programs",
    options: ["--switch"],
    play: (stage) =>
      inEachState(stage, async (state) => {
        for (const outcome of await uploadBy("curl", stage)) stage.count(`${state}: curl`, outcome);
        for (const outcome of await uploadBy("Python", stage)) stage.count(`${state}: Python`, outcome);
      }),
    must: { "on: curl": "notice", "on: Python": "notice", "down: curl": "notice", "down: Python": "notice" },
  },
  restarted("two Backsoons, each restarted under load", async () => {
    const both = await Promise.all([startOwn(), startOwn()]);
    restarts = both.map(({ stop, start }) => async () => {
      await stop();
      await sleep(500);
      await start();
    });
    return both.map(({ url }) => url);
  }),
  {
    name: "one of two Backsoons frozen",
    options: ["--switch"],
    services: async () => {
      // Without a primary, so that the process that is stopped is the one that replies.
      const both = await Promise.all([startService({}), startService({})]);
      pids = both.map(({ pid }) => pid);
      return both.map(({ url }) => url);
    },
    play: async (stage) => {
      const { ask } = stage;
      const post = () => ask("at first", { method: "POST", bytes: 10 });
      const posts = () => Promise.all(Array.from({ length: 20 }, post));
      await inEachState(stage, async (state) => {
        for (const pid of pids) {
          process.kill(pid, "SIGSTOP");
          const others = async () => (await posts()).filter((outcome) => !outcome.startsWith("notice"));
          await expect.poll(others, patient).toEqual([]);
          await together(20, (each) => ask(state, each % 2 ? { method: "POST", bytes: 10 } : {}));
          process.kill(pid, "SIGCONT");
          await sleep(3000);
        }
      });
    },
    must: { on: "notice", down: "notice", "at first": /./ },
  },
  {
    name: "HTTP/2: an upload that ends with its reply holds nobody up",
    proxies: ["haproxy"],
    options: ["--switch"],
    edit: (configuration) =>
      configuration.replace("bind :8000", `$&\n    bind 127.0.0.1:${secondPort} proto h2`),
    services: async () => {
      secondPort = await freePort();
      return [await startOwn().then(({ url }) => url)];
    },
    play: (stage) =>
      inEachState(stage, async (state) => {
        const session = connectHttp2(`http://127.0.0.1:${secondPort}`);
        for (let each = 0; each < 20; each += 1) {
          stage.count("upload", await askInHttp2(session, 300 * kilobyte));
          stage.count(state, await askInHttp2(session, 0));
        }
        session.destroy();
      }),
    must: { upload: "503", on: "503", down: "503" },
  },
  restarted("Backsoon restarted under load, on a socket that outlives it", async () => {
    const { url, descriptor } = listeningSocket();
    const start = () => startService({}, { socket: descriptor });
    let running = await start();
    const restart = async () => {
      await running.ended("SIGTERM");
      running = await start();
    };
    restarts = [restart, restart, restart];
    return [url];
  }),
  {
    name: "Backsoon dead as well, and back",
    services: async () => {
      const own = await startOwn();
      backsoon = own;
      return [own.url];
    },
    play: async ({ proxy, app, ask, refused }) => {
      await app.kill();
      await refused();
      await ask("before");
      await backsoon.stop();
      const away = together(3, () => ask("dead"));
      // Caddy waits for it.
      if (proxy !== "caddy") await away;
      await backsoon.start();
      await ask("back");
      await away;
    },
    must: { before: "notice", dead: ["notice", /^50[234] of the proxy's$/], back: "notice" },
  },
  {
    name: "open pages in Chromium",
    options: async () => {
      secrets = await staffSecrets();
      return ["--switch", "--staff", secrets.file];
    },
    play: async ({ url, app, backsoon, turn, refused, count }) => {
      await turn("on");
      const cart = `${url}/cart?id=1#total`;
      const [staffs, visitors] = await Promise.all([openPage(cart), openPage(cart)]);
      const tab = await staffs.page.context().newPage();
      await tab.goto(`${url}/.backsoon/staff/${secrets.link}`);
      count("staff's link", await tab.title());
      await expect.poll(() => staffs.page.title(), patient).toBe("The app");
      await notice(backsoon.env, ["set", "--message", "Ten more minutes."]);
      await expect
        .poll(() => visitors.page.locator(".message").innerText(), patient)
        .toBe("Ten more minutes.");
      await app.kill();
      await turn("off");
      await refused();
      const polls = () => visitors.requests.filter((path) => path === "/cart/backsoon-notice").length;
      const before = polls();
      await expect.poll(polls, patient).toBeGreaterThan(before + 2);
      count("visitor's page meanwhile", await visitors.page.title());
      await app.start();
      await expect.poll(() => visitors.page.title(), patient).toBe("The app");
      for (const { page } of [staffs, visitors]) count("back", page.url() === cart ? "app" : page.url());
      // The app has no notice.
      expect(visitors.unexpected().filter((text) => !/ 404 /.test(text))).toEqual([]);
    },
    must: { "staff's link": "The app", "visitor's page meanwhile": "Under Maintenance", back: "app" },
  },
];
