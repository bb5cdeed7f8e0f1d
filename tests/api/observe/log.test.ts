import { beforeEach, describe, expect, it, vi } from "vitest";
import { createLineWriter, createLog, logCrash } from "../../../api/observe/log.ts";
import { serveHere } from "../../support/service/service-here.ts";

/** The log line for an unexpected error. */
function crashLine(error: unknown): string {
  let text = "";
  const { logger } = createLog("info", (bytes, done) => {
    text += bytes;
    done(undefined, bytes.length);
  });
  logCrash(logger, error);
  return text;
}

describe("The log line of a crash", () => {
  it("has the error's type, message, stack and cause", () => {
    const cause = new RangeError("the cause");
    const stack = expect.stringMatching(/^TypeError: planted\n {4}at .*log\.test.*RangeError: the cause/s);
    expect(JSON.parse(crashLine(new TypeError("planted", { cause })))).toMatchObject({
      level: 60,
      err: { type: "TypeError", message: "planted", stack },
      msg: "The service is stopping after an unexpected error",
    });
  });

  it("has the message of a text and of a frozen error", () => {
    for (const error of ["planted", Object.freeze(new Error("planted"))])
      expect(JSON.parse(crashLine(error))).toMatchObject({ level: 60, err: { message: "planted" } });
  });

  it.each(["planted ", "\u0001", "\u{1f600}"])("is short for a long error: %j many times", (text) => {
    const error = Object.assign(new Error(text.repeat(100_000)), { more: "x".repeat(1e6) });
    const line = crashLine(error);
    expect(line.length).toBeLessThan(40_000);
    expect(line.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(line).err.message.startsWith(text.repeat(9))).toBe(true);
  });
});

/** A file whose writes end when and as the test says. */
function fakeFile() {
  const attempts: string[] = [];
  let text = "";
  let end: (error?: Error, count?: number) => void = () => expect.fail("No write is under way.");
  return {
    text: () => text,
    /** The text of each write. */
    attempts,
    output(bytes: Buffer, done: (error: Error | undefined, written: number) => void): void {
      attempts.push(String(bytes));
      end = (error, count = bytes.length) => {
        if (!error) text += bytes.toString("utf8", 0, count);
        done(error, error ? 0 : count);
      };
    },
    /** Ends the write after these bytes, or after all. */
    writes: (count?: number) => end(undefined, count),
    fails: () => end(new Error("ENOSPC")),
  };
}

const line = (text: string | number) => `{"msg":"${text}"}\n`;
/** 1024 of these may wait. */
const longLine = `${"x".repeat(1023)}\n`;

describe("The writer of log lines", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  it("has one write under way, and joins the lines that come meanwhile", () => {
    const file = fakeFile();
    const lines = createLineWriter(file.output);
    for (const text of [1, 2, 3]) lines.write(line(text));
    expect(file.attempts).toEqual([line(1)]);
    file.writes();
    expect(file.attempts).toEqual([line(1), line(2) + line(3)]);
    file.writes();
    lines.write(line(4));
    file.writes();
    expect(file.text()).toBe([1, 2, 3, 4].map(line).join(""));
  });

  it("continues in the middle of a line or character after a short write", () => {
    const bytes: Buffer[] = [];
    const lines = createLineWriter((part, done) => {
      bytes.push(part.subarray(0, 1));
      done(undefined, 1);
    });
    lines.write("für\n");
    lines.write(line(2));
    expect(String(Buffer.concat(bytes))).toBe(`für\n${line(2)}`);
  });

  it("tries again one second after an error", () => {
    const file = fakeFile();
    createLineWriter(file.output).write(line(1));
    for (const attempt of [1, 2, 3]) {
      expect(file.attempts).toHaveLength(attempt);
      file.fails();
      vi.advanceTimersByTime(999);
      expect(file.attempts).toHaveLength(attempt);
      vi.advanceTimersByTime(1);
    }
    file.writes();
    expect(file.text()).toBe(line(1));
  });

  it.each([1, line(2).length - 1])("writes a whole line again that an error cut after %i bytes", (torn) => {
    const file = fakeFile();
    const lines = createLineWriter(file.output);
    for (const text of [1, 2, 3]) lines.write(line(text));
    file.writes();
    file.writes(torn);
    file.fails();
    vi.advanceTimersByTime(1000);
    file.writes();
    expect(file.text()).toBe(`${line(1)}${line(2).slice(0, torn)}\n${line(2)}${line(3)}`);
  });

  it("keeps a mebibyte, counts the lines that it drops, and reports them once", () => {
    const file = fakeFile();
    const told = vi.fn();
    vi.setSystemTime("2026-11-21T09:00:00Z");
    const lines = createLineWriter(file.output, told);
    for (let count = 0; count < 1024; count += 1) lines.write(longLine);
    expect(lines.dropped()).toBe(0);
    lines.write(longLine);
    vi.setSystemTime("2026-11-21T10:00:00Z");
    lines.write(longLine);
    file.writes();
    // There is room again, but a line now would hide that lines before it are missing.
    lines.write(line(1));
    expect([lines.dropped(), told.mock.calls]).toEqual([3, []]);
    file.writes();
    expect(told.mock.calls).toEqual([[3, new Date("2026-11-21T09:00:00Z")]]);
    expect(file.text()).toBe(longLine.repeat(1024));

    lines.write(line(2));
    file.writes();
    expect(file.text().slice(-line(2).length)).toBe(line(2));
    expect([lines.dropped(), told.mock.calls.length]).toEqual([3, 1]);
  });
});

/** The log lines for requests, read after the service has stopped. */
async function logged(settings: Record<string, string>, requests: [path: string, headers: HeadersInit][]) {
  const service = await serveHere(settings);
  for (const [path, headers] of requests) await fetch(service.url + path, { headers });
  await service.stop();
  return service.log().filter(({ msg }) => msg === "Request");
}

describe("The log", () => {
  it("has no lines for requests by default", async () => {
    expect(await logged({}, [["/", {}]])).toEqual([]);
  });

  it("has the path and the visitor's network at level debug, but no query or header", async () => {
    const lines = await logged({ LOG_LEVEL: "debug" }, [
      ["/reset?token=secret", { Authorization: "Bearer secret", Cookie: "session=secret" }],
      ["/.backsoon/healthz", {}],
      [`/${"x".repeat(1000)}`, {}],
    ]);
    expect(lines).toMatchObject([
      { level: 20, method: "GET", path: "/reset", status: 503, sent: true, visitor: "127.0.0.0/24" },
      { path: "/.backsoon/healthz", status: 200 },
      { path: `/${"x".repeat(199)}` },
    ]);
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  it("names the visitor in front of the trusted proxies", async () => {
    const table = [
      ["203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
      ["198.51.100.1, 203.0.113.7, 10.1.2.3", "203.0.113.7", "203.0.113.0/24"],
      ["2001:db8:1:2::3", "2001:db8:1:2::3", "2001:db8:1::/48"],
      ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
      ["not an address", "unknown", "unknown"],
    ] as const;
    const requests = table.map(([list]) => ["/", { "X-Forwarded-For": list }] as [string, HeadersInit]);
    for (const [LOG_LEVEL, column] of [["trace", 1] as const, ["debug", 2] as const]) {
      const lines = await logged({ TRUST_PROXY: "127.0.0.0/8, 10.0.0.0/8", LOG_LEVEL }, requests);
      expect(lines.map(({ visitor }) => visitor)).toEqual(table.map((row) => row[column]));
    }
  });
});
