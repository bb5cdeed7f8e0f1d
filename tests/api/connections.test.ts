import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createHttpServer, guardConnections, stopListening } from "../../api/http/http-server.ts";
import { discardBody, isBodyOverdue } from "../../api/http/request-body.ts";

/** A connection with the properties that the guard reads. */
class Client extends EventEmitter {
  destroyed = false;
  bytesRead = 0;
  bytesWritten = 0;
  writableLength = 0;
  timeout = 0;
  /** The response to the current request, where Node keeps it. */
  _httpMessage: { req: { complete: boolean }; headersSent: boolean } | undefined;
  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
  setTimeout = vi.fn((ms: number) => Object.assign(this, { timeout: ms }));
}

/** Begins to send a body, and gets the reply at once. */
function send(client: Client): void {
  client._httpMessage = { req: { complete: false }, headersSent: true };
  client.bytesWritten = 1000;
  const request = Object.assign(new PassThrough(), { socket: client });
  discardBody(request as unknown as IncomingMessage, () => {});
}

describe("A request body that nobody reads", () => {
  it.each([
    ["is received for 15 seconds if it stalls", () => 0, 15],
    ["is received for 15 seconds if it has less than 16 KiB a second", () => 16 * 1024 - 1, 15],
    ["is received for two minutes if it has 16 KiB a second", () => 16 * 1024, 120],
    ["is received while its average is enough", (at: number) => (at <= 30 ? 32 * 1024 : 0), 38],
    ["is received for two minutes if it comes in bursts", (at: number) => (at % 10 ? 0 : 1024 ** 2), 120],
    ["is received up to 128 MiB if it is fast", () => 2 * 1024 ** 2, 65],
  ])("%s", (_name, bytesIn, seconds) => {
    const client = new Client();
    send(client);
    const started = performance.now();
    let second = 0;
    do {
      second += 1;
      client.bytesRead += bytesIn(second);
    } while (second < 200 && !isBodyOverdue(client as unknown as Socket, started + second * 1000));
    expect(second).toBe(seconds);
  });
});

describe("Open connections", () => {
  const guarded = () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const server = new EventEmitter();
    const told = vi.fn();
    guardConnections(server as Server, told);
    onTestFinished(() => {
      server.emit("close");
      vi.useRealTimers();
    });
    const connect = (count: number, prepare: (client: Client) => unknown = () => {}): Client[] =>
      Array.from({ length: count }, () => {
        const client = new Client();
        prepare(client);
        server.emit("connection", client);
        return client;
      });
    return { connect, told };
  };
  const closed = (clients: Client[]) => clients.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));
  const due = { _httpMessage: { req: { complete: true }, headersSent: false } };
  const answering = (client: Client) => Object.assign(client, due);
  const served = (client: Client) => Object.assign(client, { bytesWritten: 1000 });

  it("are closed above 5,000, the longest idle first, but not while a reply is due", () => {
    const { connect, told } = guarded();
    const due = [...connect(100, answering), ...connect(100, send)];
    const old = connect(90, served);
    const silent = connect(10);
    vi.advanceTimersByTime(5000);
    const recent = connect(4700, served);
    // Some old connections send something, before and after the last check of all of them.
    for (const client of old.slice(0, 30)) client.bytesRead += 1;
    vi.advanceTimersByTime(1000);
    for (const client of old.slice(30, 60)) client.bytesRead += 1;
    expect(closed([...due, ...old, ...silent, ...recent])).toEqual([]);
    connect(1);
    expect(closed(old)).toEqual([60]);
    const newest = connect(39);
    expect(closed(old)).toEqual(Array.from({ length: 30 }, (_, index) => 60 + index));
    expect([closed(silent).length, closed([...due, ...recent, ...newest])]).toEqual([10, []]);
    connect(4700);
    expect(closed(recent)).toHaveLength(4700);
    connect(60);
    expect([closed(old).length, closed(due)]).toEqual([90, []]);
    expect(told.mock.calls).toEqual([[5000]]);
  });

  it("leave no room for another if 5,000 wait for replies", () => {
    const { connect, told } = guarded();
    const waiting = connect(5000, answering);
    expect([closed(connect(1)), closed(waiting)]).toEqual([[0], []]);
    connect(1);
    expect(told).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    connect(1);
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("get one time-out of 15 seconds if nobody reads their replies", () => {
    const { connect } = guarded();
    const [unread, read] = connect(2, answering) as [Client, Client];
    unread.writableLength = 1;
    vi.advanceTimersByTime(1000);
    expect([unread.timeout, read.timeout]).toEqual([15_000, 0]);
    vi.advanceTimersByTime(3000);
    expect(unread.setTimeout).toHaveBeenCalledTimes(1);
  });
});

const request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const answer: RequestListener = (_request, reply) => reply.end("answer");

/** Lets a server listen; returns a function that connects a visitor. */
async function listening(server: Server): Promise<() => Socket> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return () => connect((server.address() as AddressInfo).port, "127.0.0.1");
}

describe("A stopping server", () => {
  it("serves visitors whom only the kernel has connected", async () => {
    const server = createServer(answer);
    const visitor = (await listening(server))();
    visitor.write(request);
    // The kernel connects now. The server would accept in the next turn of the loop.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const closed = once(server, "close");
    await stopListening(server);
    expect(await text(visitor)).toMatch(/answer$/);
    await closed;
    expect(server.listening).toBe(false);
  });

  it("serves visitors who come while it closes idle connections", async () => {
    const server = createServer(answer);
    const connected = await listening(server);
    let said: Promise<string> | undefined;
    const closeIdle = server.closeIdleConnections.bind(server);
    server.closeIdleConnections = () => {
      closeIdle();
      const visitor = connected();
      visitor.write(request);
      said = text(visitor);
      server.closeIdleConnections = closeIdle;
    };
    await stopListening(server);
    expect(await said).toMatch(/answer$/);
  });

  it.each(["this Node", "Node 26"])("serves connected visitors who have not asked, on %s", async (node) => {
    const accepted: Socket[] = [];
    if (node === "Node 26") {
      const spy = vi.spyOn(Server.prototype, "closeIdleConnections").mockImplementation(() => {
        for (const socket of accepted) if (socket.bytesRead === 0) socket.destroy();
      });
      onTestFinished(() => spy.mockRestore());
    }
    const server = createHttpServer(answer, () => {});
    server.on("connection", (socket: Socket) => accepted.push(socket));
    const visitor = (await listening(server))();
    await once(server, "connection");
    const closed = once(server, "close");
    await stopListening(server);
    visitor.write(request);
    expect(await text(visitor)).toMatch(/answer$/);
    await closed;
  });
});
