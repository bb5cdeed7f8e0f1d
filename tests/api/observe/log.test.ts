import { describe, expect, it } from "vitest";
import { createLog, logCrash } from "../../../api/observe/log.ts";

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
    const line = crashLine(new TypeError("planted", { cause }));
    expect(JSON.parse(line)).toMatchObject({
      level: 60,
      err: { type: "TypeError", message: "planted" },
      msg: "The service is stopping after an unexpected error",
    });
    expect(JSON.parse(line).err.stack).toMatch(
      /^TypeError: planted\n {4}at .*log\.test.*RangeError: the cause/s,
    );
  });

  it.each([
    ["a text", "planted", "planted"],
    ["an error that is frozen", Object.freeze(new Error("planted")), "planted"],
  ])("has the message of %s", (_name, error, message) => {
    expect(JSON.parse(crashLine(error))).toMatchObject({ level: 60, err: { message } });
  });

  it.each(["planted ", "\u0001", "\u{1f600}"])("is short for a long error: %j many times", (text) => {
    const error = Object.assign(new Error(text.repeat(100_000)), { more: "x".repeat(1e6) });
    const line = crashLine(error);
    expect(line.length).toBeLessThan(40_000);
    expect(line.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(line).err.message.startsWith(text.repeat(9))).toBe(true);
  });
});
