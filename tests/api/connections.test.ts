import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { guardConnections } from "../../api/http/connection/connections.ts";
import { discardBody, isBodyOverdue } from "../../api/http/connection/request-body.ts";

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

  it("give way when there are too many: those that have been idle longest, and not those that wait for a reply", () => {
    const { connect, told } = guarded();
    const waiting = connect(100, answering);
    const old = connect(100, served);
    vi.advanceTimersByTime(5000);
    const recent = connect(4800, served);
    // The first of the old ones has said something since all of them were looked at.
    for (const client of old.slice(0, 60)) client.bytesRead += 1;
    vi.advanceTimersByTime(500);
    expect(closed([...waiting, ...old, ...recent])).toEqual([]);
    const [newest] = connect(1);
    expect(newest?.destroyed).toBe(false);
    expect(closed(waiting)).toEqual([]);
    expect(closed(old)).toEqual(Array.from({ length: 40 }, (_, index) => 60 + index));
    expect(closed(recent)).toHaveLength(10);
    expect(told.mock.calls).toEqual([[5000]]);
  });

  it("that have had their reply and only send give way when none is idle, the slowest first", () => {
    const { connect } = guarded();
    const waiting = connect(4800, answering);
    const sending = connect(100, send);
    for (let second = 0; second < 20; second += 1) {
      // The first of them are slower than they were, the others are as slow as they are many.
      sending.forEach((client, index) => {
        client.bytesRead += index < 20 && second > 4 ? 16_400 : 20_000 + (100 - index);
      });
      vi.advanceTimersByTime(1000);
    }
    const justBegun = connect(60, send);
    const justCome = connect(40);
    const newcomers = connect(2);
    expect(closed([...waiting, ...justBegun, ...justCome, ...newcomers])).toEqual([]);
    const slowest = [...Array(20).keys(), ...Array.from({ length: 30 }, (_, index) => 70 + index)];
    expect(closed(sending)).toEqual(slowest);
    connect(49);
    expect(closed(sending)).toHaveLength(100);
    expect(closed([...waiting, ...justBegun, ...justCome, ...newcomers])).toEqual([]);
  });

  it.each<[name: string, (client: Client) => void]>([
    ["said nothing", () => {}],
    [
      "not said all of their first request, whatever its reply",
      (client) => {
        client._httpMessage = { req: { complete: false }, headersSent: false };
      },
    ],
  ])("that have %s in two seconds give way when there are no others, and not before", (_name, prepare) => {
    const { connect } = guarded();
    const waiting = connect(100, answering);
    const silent = connect(4900, prepare);
    vi.advanceTimersByTime(1500);
    const [early] = connect(1);
    expect([early?.destroyed, closed(silent)]).toEqual([true, []]);
    vi.advanceTimersByTime(500);
    const newcomers = connect(20);
    expect(closed([...waiting, ...newcomers])).toEqual([]);
    expect(closed(silent)).toEqual([...Array(50).keys()]);
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
