import { once } from "node:events";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/proxy.ts";
import { type Service, startService } from "../support/service.ts";

function open(service: Service): Promise<Socket> {
  return connectTo(service, false);
}

/** A connection whose client does not close its side when the server does. */
function halfOpen(service: Service): Promise<Socket> {
  return connectTo(service, true);
}

async function connectTo({ url }: Service, allowHalfOpen: boolean): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** Sends bytes; gives what came back and how long the server kept the connection, in seconds. */
async function until(socket: Socket, bytes: string): Promise<{ answer: string; seconds: number }> {
  const started = performance.now();
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk));
  if (bytes) socket.write(bytes);
  await once(socket, "close");
  return { answer, seconds: (performance.now() - started) / 1000 };
}

/** Sends the bytes of each case to a service of their own, all at the same time, and gives what became of each. */
async function all<T>(
  cases: Record<string, T>,
  work: (service: Service, value: T) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const service = await startService();
  const outcomes = Object.entries(cases).map(async ([name, value]) => [name, await work(service, value)]);
  const found = Object.fromEntries(await Promise.all(outcomes));
  expect((await fetch(service.url)).status).toBe(503);
  return found;
}

describe("a client that keeps us waiting is cut off", () => {
  it("when it says nothing or does not come to the end of its headers", async () => {
    const cases: Record<string, [bytes: string, seconds: number]> = {
      silent: ["", 17],
      "in the middle of a header": ["GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", 10],
      "before the end of its headers": ["GET / HTTP/1.1\r\nHost: a\r\n", 10],
    };
    const found = await all(cases, async (service, [bytes, most]) => {
      const { answer, seconds } = await until(await open(service), bytes);
      return [answer.split("\r\n")[0], seconds < most];
    });
    expect(found).toEqual({
      silent: ["HTTP/1.1 408 Request Timeout", true],
      "in the middle of a header": ["HTTP/1.1 408 Request Timeout", true],
      "before the end of its headers": ["HTTP/1.1 408 Request Timeout", true],
    });
  }, 30_000);
});

describe("a client that sends a body", () => {
  const head = "POST /upload HTTP/1.1\r\nHost: a\r\n";

  it("has its answer at once, and is cut off when it stalls, is slow or never ends, without a second answer", async () => {
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
    const cases: Record<string, [bytes: string, more: string]> = {
      stalls: [`${head}Content-Length: 1000000\r\n\r\nonly this`, ""],
      "is slow": [`${head}Content-Length: 1000000\r\n\r\n`, "x"],
      "is slow with chunks": [chunked, "1\r\nx\r\n"],
      "never ends": [chunked, `10000\r\n${"x".repeat(0x10000)}\r\n`],
    };
    const found = await all(cases, async (service, [bytes, more]) => {
      const socket = await open(service);
      const first = once(socket, "data").then(() => performance.now());
      const over = until(socket, bytes);
      const timer = setInterval(() => more && socket.writable && socket.write(more), 50);
      const { answer, seconds } = await over;
      clearInterval(timer);
      const waited = performance.now() - (await first);
      return [answer.match(/HTTP\/1\.1 \d+/g), seconds < 14, waited > 5000];
    });
    const outcome = [["HTTP/1.1 503"], true, true];
    expect(found).toEqual(Object.fromEntries(Object.keys(cases).map((name) => [name, outcome])));
  }, 30_000);

  it("that breaks after its answer gets no second one", async () => {
    const service = await startService();
    const broken = `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nnot a size\r\n`;
    const { answer } = await until(await open(service), broken);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 503"]);
  });

  it("of any size is a visitor who gets the notice, on the same connection the next one, too", async () => {
    const service = await startService();
    const deep = "[".repeat(60_000) + "]".repeat(60_000);
    for (const body of [deep, "x".repeat(1_000_000), '{"a":']) {
      const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      const next = "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
      const { answer } = await until(await open(service), `${head}${headers}\r\n${body}${next}`);
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 503", "HTTP/1.1 503"]);
    }
  });

  it("of more than 64 KiB to an endpoint of ours is refused", async () => {
    const { url } = await startService();
    for (const path of ["/api/notice", "/api/notice/schema", "/healthz", "/readyz"]) {
      const status = async (bytes: number) => {
        const socket = request(url + path, { method: "GET", headers: { "Content-Length": bytes } });
        socket.on("error", () => {});
        socket.end("x".repeat(bytes));
        const [response] = await once(socket, "response");
        return [response.statusCode, (await json(response)) as { detail?: string }] as const;
      };
      expect((await status(64 * 1024))[0]).toBe(200);
      const [code, problem] = await status(64 * 1024 + 1);
      expect([code, problem.detail]).toEqual([
        413,
        "The request body is larger than 64 KiB, and this service does not read bodies: send the request without one.",
      ]);
    }
  });
});

describe("what is no HTTP/1.1 is a 4xx, and the next request is served:", () => {
  const host = "Host: a\r\nConnection: close\r\n";
  it.each([
    [
      "Content-Length and Transfer-Encoding",
      `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      "two different Content-Lengths",
      `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
    ],
    ["a header that ends with a line feed alone", "GET / HTTP/1.1\nHost: a\n\n"],
    ["NUL in a header", `GET / HTTP/1.1\r\n${host}X-Nul: a\u0000b\r\n\r\n`],
    ["a space before a colon", `GET / HTTP/1.1\r\n${host}X-Space : a\r\n\r\n`],
    ["a folded header", `GET / HTTP/1.1\r\n${host}X-Fold: a\r\n b\r\n\r\n`],
    ["TLS on a plain port", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"],
    ["no protocol", "hello\r\n\r\n"],
    ["headers of 20 KiB", `GET / HTTP/1.1\r\n${host}X-Long: ${"x".repeat(20 * 1024)}\r\n\r\n`],
    ["a thousand headers", `GET / HTTP/1.1\r\n${host}${"X-Many: abcdefghijkl\r\n".repeat(1000)}\r\n`],
  ])("%s", async (_name, bytes) => {
    const service = await startService();
    const { answer } = await until(await open(service), bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(/application\/problem\+json/);
    expect((await fetch(service.url)).status).toBe(503);
  });
});

describe("a client that does not let go", () => {
  const tunnel = "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n";
  const openFiles = ({ pid }: Service) => readdirSync(`/proc/${pid}/fd`).length;

  it("after CONNECT is let go of, so that it leaves others their place", async () => {
    const service = await startService();
    const before = openFiles(service);
    for (let index = 0; index < 50; index += 1) {
      const socket = await halfOpen(service);
      socket.write(tunnel);
      expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 503 /);
    }
    await expect.poll(() => openFiles(service), { timeout: 5000 }).toBeLessThan(before + 5);
  });

  it("after CONNECT does not keep the service from ending", async () => {
    const service = await startService();
    const socket = await halfOpen(service);
    socket.write(tunnel);
    await once(socket, "data");
    const started = performance.now();
    expect(await service.ended("SIGTERM")).toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("and connects for a tunnel with two Host headers is refused like any other", async () => {
    const service = await startService();
    const { answer } = await until(await open(service), "CONNECT a:1 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("of the metrics does not keep the service from ending", async () => {
    const port = await freePort();
    const service = await startService({ METRICS_PORT: String(port) });
    const socket = await open({ ...service, url: `http://127.0.0.1:${port}` });
    socket.write("GET /metrics HTTP/1.1\r\nHost: a\r\n");
    const started = performance.now();
    expect(await service.ended("SIGTERM")).toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("requests that do not wait for their answers", () => {
  const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

  it("are answered in their order up to a hundred at once, and beyond that the connection is closed", async () => {
    const service = await startService();
    const last = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const { answer } = await until(await open(service), get.repeat(99) + last);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(99).fill("HTTP/1.1 503"), "HTTP/1.1 200"]);
    const more = await until(await open(service), get.repeat(2000));
    // They may arrive in several packets, each of which is read in a turn of its own.
    expect((more.answer.match(/HTTP\/1\.1 \d+/g) ?? []).length).toBeLessThan(1000);
    expect((await fetch(service.url)).status).toBe(503);
  });

  it("with garbage after them get no answer that belongs to another one", async () => {
    const service = await startService();
    for (const count of [1, 2, 50]) {
      const { answer } = await until(await open(service), `${get.repeat(count)}garbage\r\n\r\n`);
      const statuses: string[] = answer.match(/HTTP\/1\.1 \d+/g) ?? [];
      const refused = statuses.indexOf("HTTP/1.1 400");
      expect([count, refused === -1 || refused === count]).toEqual([count, true]);
    }
  });

  it("and have thousands of headers are seen whole", async () => {
    const service = await startService();
    const many = "a:b\r\n".repeat(2500);
    const host = "Host: a\r\n";
    const two = await until(
      await open(service),
      `GET / HTTP/1.1\r\n${host}${many}${host}Connection: close\r\n\r\n`,
    );
    expect(two.answer).toMatch(/^HTTP\/1\.1 400 /);
    const body = `POST / HTTP/1.1\r\n${many}${host}Transfer-Encoding: chunked\r\n\r\nno size\r\n`;
    const broken = await until(await open(service), body);
    expect(broken.answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 503"]);
  });
});

describe("a thousand slow clients", () => {
  it("leave a normal one its answer, nearly as fast as without them", async () => {
    const service = await startService();
    const median = async () => {
      const times: number[] = [];
      for (let request = 0; request < 51; request += 1) {
        const started = performance.now();
        expect((await fetch(service.url)).status).toBe(503);
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[25] ?? 0;
    };
    await median();
    const alone = await median();
    const slow = await Promise.all(Array.from({ length: 1000 }, () => open(service)));
    for (const socket of slow) socket.write("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    expect((await median()) / alone).toBeLessThan(10);
  }, 60_000);
});
