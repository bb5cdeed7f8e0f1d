import { describe, expect, it, vi } from "vitest";
import { createNegotiationMemory, maxRemembered } from "../../api/http/negotiation.ts";

/** A memory, and the number of headers that it had to negotiate. */
function begin() {
  const negotiate = vi.fn((...headers: string[]) => headers.join(" and "));
  return { ask: createNegotiationMemory(negotiate), negotiated: () => negotiate.mock.calls.length };
}

describe("The memory of negotiated headers", () => {
  it("holds a limited number of headers", () => {
    const { ask, negotiated } = begin();
    const askForAll = (count: number) => {
      for (let index = 0; index < count; index += 1) ask(`${index}`);
    };
    askForAll(maxRemembered);
    askForAll(maxRemembered);
    expect(negotiated()).toBe(maxRemembered);
    // One more clears the memory.
    ask("one more");
    ask("0");
    expect(negotiated()).toBe(maxRemembered + 2);
  });

  it("reads only the first 500 characters of a header", () => {
    const { ask, negotiated } = begin();
    expect(ask("a".repeat(500))).toBe("a".repeat(500));
    expect(ask(`${"a".repeat(500)}b`)).toBe("a".repeat(500));
    expect(negotiated()).toBe(1);
  });
});
