import { describe, expect, it, vi } from "vitest";
import { createNegotiationMemory, maxRemembered } from "../../api/http/negotiation.ts";

/** A memory, and what it had to negotiate, since nothing it remembered was for those headers. */
function begin() {
  const negotiate = vi.fn((...headers: string[]) => headers.join(" and "));
  return { ask: createNegotiationMemory(negotiate), negotiated: () => negotiate.mock.calls.length };
}

describe("the memory of what was negotiated", () => {
  it("holds so many sets of headers and no more", () => {
    const { ask, negotiated } = begin();
    const askForAll = (count: number) => {
      for (let index = 0; index < count; index += 1) ask(`${index}`);
    };
    askForAll(maxRemembered);
    askForAll(maxRemembered);
    expect(negotiated()).toBe(maxRemembered);
    // The one too many drives out all that came before it.
    ask("one more");
    ask("0");
    expect(negotiated()).toBe(maxRemembered + 2);
  });

  it("reads the first 500 characters of a header, and takes those for the whole", () => {
    const { ask, negotiated } = begin();
    expect(ask("a".repeat(500))).toBe("a".repeat(500));
    expect(ask(`${"a".repeat(500)}b`)).toBe("a".repeat(500));
    expect(negotiated()).toBe(1);
  });
});
