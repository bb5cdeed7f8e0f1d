import { beforeEach, describe, expect, it, vi } from "vitest";
import { createLineWriter } from "../../../api/observe/log.ts";

/** A file whose writes end when and as the test says. */
function fakeFile() {
  const attempts: string[] = [];
  let text = "";
  let end = (_error?: Error, _count?: number): void => {
    throw new Error("No write is under way.");
  };
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

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("The writer of log lines", () => {
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

  it.each([
    ["at its first character", 1],
    ["before its line feed", line(2).length - 1],
  ])("writes a whole line again that an error cut %s", (_name, torn) => {
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
