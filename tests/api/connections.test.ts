import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { guardConnections } from "../../api/http/http-server.ts";
import { discardBody, isBodyOverdue } from "../../api/http/request-body.ts";

/** A connection that has received some bytes. */
class Client extends EventEmitter {
  destroyed = false;
  bytesRead = 0;
  bytesWritten = 0;
  writableLength = 0;
  timeout = 0;
  /** The response to a request of its own, as Node has it there. */
  _httpMessage: { req: { complete: boolean }; headersSent: boolean } | undefined;
  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
  setTimeout(ms: number): void {
    this.timeout = ms;
  }
}

/** Begins to send a body over a connection, and has the reply at once. */
function send(client: Client): void {
  client._httpMessage = { req: { complete: false }, headersSent: true };
  client.bytesWritten = 1000;
  const request = Object.assign(new PassThrough(), { socket: client });
  discardBody(request as unknown as IncomingMessage, () => {});
}

const mebi = 1024 * 1024;

describe("a body that is thrown away", () => {
  /** For how many seconds it is taken, when this many bytes of it arrive in each second. */
  const secondsTaken = (bytesIn: (second: number) => number): number => {
    const client = new Client();
    send(client);
    const started = performance.now();
    for (let second = 1; second <= 200; second += 1) {
      client.bytesRead += bytesIn(second);
      if (isBodyOverdue(client as unknown as Socket, started + second * 1000)) return second;
    }
    return Number.POSITIVE_INFINITY;
  };

  it.each([
    ["that stalls is taken for 15 seconds", () => 0, 15],
    ["just under 16 KiB a second is taken for 15 seconds", () => 16 * 1024 - 1, 15],
    ["of 16 KiB a second is taken for two minutes", () => 16 * 1024, 120],
    [
      "that stalls after a while is taken for as long as its average is enough",
      (at: number) => (at <= 30 ? 32 * 1024 : 0),
      38,
    ],
    ["that comes in bursts is taken for two minutes", (at: number) => (at % 10 === 0 ? mebi : 0), 120],
    ["that comes fast is taken up to 128 MiB", () => 2 * mebi, 65],
  ])("%s", (_name, bytesIn, seconds) => {
    expect(secondsTaken(bytesIn)).toBe(seconds);
  });
});

describe("connections", () => {
  const guarded = () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const server = new EventEmitter();
    const told = vi.fn();
    guardConnections(server as Server, told);
    onTestFinished(() => {
      server.emit("close");
      vi.useRealTimers();
    });
    const connect = (count: number, prepare: (client: Client) => void = () => {}): Client[] =>
      Array.from({ length: count }, () => {
        const client = new Client();
        prepare(client);
        server.emit("connection", client);
        return client;
      });
    return { connect, told };
  };
  const closed = (clients: Client[]) => clients.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));
  const answering = (client: Client): void => {
    client._httpMessage = { req: { complete: true }, headersSent: false };
  };
  const served = (client: Client): void => {
    client.bytesWritten = 1000;
  };

  it("that have been idle longest give way when there are too many, and not those that wait for a reply", () => {
    const { connect, told } = guarded();
    const waiting = connect(100, answering);
    const sending = connect(100, send);
    const old = connect(90, served);
    const silent = connect(10);
    vi.advanceTimersByTime(5000);
    const recent = connect(4700, served);
    // Some of the old ones have said something, before and after the last look at all of them.
    for (const client of old.slice(0, 30)) client.bytesRead += 1;
    vi.advanceTimersByTime(1000);
    for (const client of old.slice(30, 60)) client.bytesRead += 1;
    expect(closed([...waiting, ...sending, ...old, ...silent, ...recent])).toEqual([]);
    connect(1);
    expect(closed(old)).toEqual([60]);
    const newest = connect(39);
    expect(closed(old)).toEqual(Array.from({ length: 30 }, (_, index) => 60 + index));
    expect(closed(silent)).toEqual([...Array(10).keys()]);
    expect(closed([...waiting, ...sending, ...recent, ...newest])).toEqual([]);
    connect(4700);
    expect(closed(recent)).toHaveLength(4700);
    connect(60);
    expect(closed(old)).toHaveLength(90);
    expect(closed([...waiting, ...sending])).toEqual([]);
    expect(told.mock.calls).toEqual([[5000]]);
  });

  it("that all wait for replies leave no room for another", () => {
    const { connect, told } = guarded();
    const waiting = connect(5000, answering);
    const [newest] = connect(1);
    expect(newest?.destroyed).toBe(true);
    expect(closed(waiting)).toEqual([]);
    connect(1);
    expect(told).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    connect(1);
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("whose replies nobody reads are given 15 seconds, once", () => {
    const { connect } = guarded();
    const [unread, read] = connect(2, answering) as [Client, Client];
    unread.writableLength = 1;
    vi.advanceTimersByTime(1000);
    expect([unread.timeout, read.timeout]).toEqual([15_000, 0]);
    const set = vi.spyOn(unread, "setTimeout");
    vi.advanceTimersByTime(3000);
    expect(set).not.toHaveBeenCalled();
  });
});
