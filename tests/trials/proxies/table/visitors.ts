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
import { temporaryFolder } from "../../../support/folder.ts";
import { exchange } from "../../../support/network/http.ts";
import { listeningSocket } from "../../../support/network/listening-socket.ts";
import { megabyte } from "../../../support/network/visitors.ts";
import { patient } from "../../../support/patient.ts";
import { startService } from "../../../support/service/service.ts";
import { startEcho } from "../support/echo.ts";
import { type Case, played, type Stage, saysUnsaved, together } from "../support/stage.ts";
import { openWebsocket } from "../support/websocket.ts";

const run = promisify(execFile);
const recorded = "503 of the proxy's";
const post = { method: "POST", bytes: 10 };

/** The sizes of uploads: ten of them small. */
const sizes = [1024, megabyte].flatMap((bytes) => Array<number>(5).fill(bytes));
sizes.push(10 * megabyte, 100 * megabyte);

/** Unlike Node, curl reads a reply while it sends, and Python only when it has sent everything. */
const programs = {
  curl: async (url: string, bytes: number) => {
    const file = join(temporaryFolder(), "body");
    writeFileSync(file, Buffer.alloc(bytes));
    const args = ["-sSi", "-H", "Content-Type: application/octet-stream", "--data-binary", `@${file}`, url];
    const { stdout } = await run(inject("programs").curl, args);
    const isNotice = /^HTTP\/1\.1 503 .*^maintenance-notice: \d+\r$.*patience\.\n$/ims.test(stdout);
    return isNotice ? "notice" : stdout.slice(0, 80);
  },
  Python: async (url: string, bytes: number) => {
    const args = ["-c", python, new URL(url).host, String(bytes)];
    return (await run(inject("programs").python3, args)).stdout.trim();
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

/** Asks over HTTP/2, and cancels what is not yet sent at the reply. Returns its status, or what came instead. */
async function askInHttp2(session: ClientHttp2Session, bytes: number): Promise<string> {
  const head = bytes > 0 ? { ":method": "POST", "content-length": bytes } : {};
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

/** Paths that no proxy may change. */
const paths = [
  ..."%2F %2f // %3F %23 %25 %2525 %20 %2B".split(" ").map((separator) => `/a${separator}b`),
  ...["/a+b?c=d+e", "/a%3Bb;c=1", "/a%5Cb", "/%E4%BD%A0%C3%A9", "/a%26b&c", "/a%22b%3C%3E"],
  ...["/a?b=%2F%3F%26&c=//", "/a?b=c?d", "/a/%7Eb/~c/(d)!*'"],
];

/** What other programs than browsers send. */
const raw = {
  "HTTP/1.0 without Host": "GET / HTTP/1.0\r\n\r\n",
  "HTTP/1.0 with Host": "GET / HTTP/1.0\r\nHost: shop.example\r\n\r\n",
  "a path in UTF-8": "GET /café HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n",
  "a query in UTF-8": "GET /s?q=café HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n",
};

/** Does each restart under load, while the app is down. */
async function restartUnderLoad({ down, phase, beside }: Stage, restarts: (() => Promise<void>)[]) {
  await down();
  phase("quick");
  await beside(async () => {
    for (const restart of restarts) {
      await restart();
      await sleep(500);
    }
  });
}

/** Unusual requests, and what needs more than one reply. */
export const visitorCases: Case[] = [
  played("paths arrive word for word", { app: "app", on: recorded, down: recorded }, async (stage) => {
    const { start, ask, app } = stage;
    const recorder = await startEcho();
    await start(["--switch"], { services: [recorder.url] });
    for (const path of paths) await ask("app", { path });
    await expect.poll(() => app.begun.map(({ path }) => path), patient).toEqual(paths);
    await stage.inEachState(async (state) => {
      recorder.received.length = 0;
      for (const path of paths) await ask(state, { path });
      expect(recorder.received.map(({ path }) => path)).toEqual(paths);
    });
  }),
  played(
    "without Host, and in UTF-8",
    (proxy) => ({
      ...{ app: "app", on: "notice", down: "notice" },
      ...(proxy === "haproxy" && { refused: /^HTTP/ }),
    }),
    async (stage) => {
      const url = await stage.start(["--switch"]);
      const ask = async (state: string) => {
        for (const [name, bytes] of Object.entries(raw)) {
          const reply = await exchange(url, bytes);
          const isApp = /^HTTP\/1\.[01] 200 .*^X-App: none/ims.test(reply);
          const isNotice = /^HTTP\/1\.[01] 503 .*^Maintenance-Notice: .*patience\./ims.test(reply);
          const outcome = isApp ? "app" : isNotice ? "notice" : reply.slice(0, reply.indexOf("\r"));
          // HAProxy refuses UTF-8 unless an operator's option allows it.
          const isRefused =
            stage.proxy === "haproxy" && /^HTTP.1.1 400 /.test(outcome) && name.includes("UTF-8");
          stage.count(isRefused ? "refused" : state, outcome);
        }
      };
      await ask("app");
      await stage.inEachState(ask);
    },
  ),
  played(
    "a forged Backsoon-Unsaved",
    (proxy) => {
      const said = saysUnsaved(proxy) ? "1" : "";
      return { asked: recorded, "read-only": said, on: said, down: "" };
    },
    async (stage) => {
      const recorder = await startEcho();
      await stage.start(["--switch", "--read-only"], { services: [recorder.url] });
      const ask = async (state: string) => {
        await stage.ask("asked", { ...post, headers: { "Backsoon-Unsaved": "1" } });
        stage.count(state, String(recorder.received.at(-1)?.headers["backsoon-unsaved"] ?? ""));
      };
      await stage.turn("read-only");
      await ask("read-only");
      await stage.inEachState(ask);
    },
  ),
  played(
    "websockets and events",
    { websocket: "app", event: "data: firstdata: last" },
    async ({ start, count }) => {
      const url = await start();
      const sockets = await together(10, () => openWebsocket(url));
      await sleep(1000);
      for (const say of sockets) count("websocket", await say());
      const [reply] = await once(request(`${url}/events?ms=1000`, { agent: false }).end(), "response");
      const [first] = await once(reply, "data");
      const [last] = await once(reply, "data");
      count("event", `${first}${last}`.replaceAll("\n", ""));
    },
  ),
  played(
    "uploads by programs",
    { "on: curl": "notice", "on: Python": "notice", "down: curl": "notice", "down: Python": "notice" },
    async (stage) => {
      const url = await stage.start(["--switch"]);
      // Caddy closes half a second after an early reply. Who still sends then may lose the reply.
      const sent = stage.proxy === "caddy" ? { curl: 11, Python: 10 } : { curl: 12, Python: 12 };
      await stage.inEachState(async (state) => {
        for (const program of ["curl", "Python"] as const)
          for (const bytes of sizes.slice(0, sent[program])) {
            const outcome = programs[program](url, bytes).catch(({ message }) => message);
            stage.count(`${state}: ${program}`, await outcome);
          }
      });
    },
  ),
  played("two Backsoons, each restarted under load", { quick: "notice" }, async (stage) => {
    const both = await Promise.all([startOwn(), startOwn()]);
    await stage.start([], { services: both.map(({ url }) => url) });
    const restarts = both.map(({ stop, start }) => async () => {
      await stop();
      await sleep(500);
      await start();
    });
    await restartUnderLoad(stage, restarts);
  }),
  played("one of two Backsoons frozen", { on: "notice", down: "notice", "at first": /./ }, async (stage) => {
    const { start, ask } = stage;
    const both = await Promise.all([startService(), startService()]);
    await start(["--switch"], { services: both.map(({ url }) => url) });
    // HAProxy keeps those who asked the frozen one for a minute.
    const others = async () =>
      Promise.race([
        together(20, () => ask("at first", post)).then((all) =>
          all.filter((got) => !got.startsWith("notice")),
        ),
        sleep(5000, ["no reply"]),
      ]);
    await stage.inEachState(async (state) => {
      for (const { pid } of both) {
        process.kill(pid, "SIGSTOP");
        await expect.poll(others, patient).toEqual([]);
        await together(20, (each) => ask(state, each % 2 ? post : {}));
        process.kill(pid, "SIGCONT");
        await sleep(3000);
      }
    });
  }),
  {
    ...played(
      "HTTP/2: an upload that ends with its reply holds nobody up",
      { upload: "503", on: "503", down: "503" },
      async (stage) => {
        const port = await freePort();
        const { url } = await startOwn();
        const bind = `$&\n    bind 127.0.0.1:${port} proto h2`;
        await stage.start(["--switch"], {
          services: [url],
          edit: (text) => text.replace("bind :8000", bind),
        });
        await stage.inEachState(async (state) => {
          const session = connectHttp2(`http://127.0.0.1:${port}`);
          for (let each = 0; each < 20; each += 1) {
            stage.count("upload", await askInHttp2(session, 300 * 1024));
            stage.count(state, await askInHttp2(session, 0));
          }
          session.destroy();
        });
      },
    ),
    proxies: ["haproxy"],
  },
  played(
    "Backsoon restarted under load, on a socket that outlives it",
    { quick: "notice" },
    async (stage) => {
      const { url, descriptor: socket } = listeningSocket();
      let running = await startService({}, { socket });
      await stage.start([], { services: [url] });
      const restart = async () => {
        await running.ended("SIGTERM");
        running = await startService({}, { socket });
      };
      await restartUnderLoad(stage, [restart, restart, restart]);
    },
  ),
  played(
    "Backsoon dead as well, and back",
    { before: "notice", dead: ["notice", /^50[234] of the proxy's$/], back: "notice" },
    async ({ proxy, start, ask, down }) => {
      const backsoon = await startOwn();
      await start([], { services: [backsoon.url] });
      await down();
      await ask("before");
      await backsoon.stop();
      const away = together(3, () => ask("dead"));
      // Caddy waits for Backsoon.
      if (proxy !== "caddy") await away;
      await backsoon.start();
      await ask("back");
      await away;
    },
  ),
];
