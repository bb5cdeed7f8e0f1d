import { expect, it, vi } from "vitest";
import { createNegotiationMemory, maxRemembered } from "../../api/http/negotiation.ts";

it("The memory of negotiated headers holds a limited number of headers", () => {
  const negotiate = vi.fn((...headers: string[]) => headers.join(" and "));
  const ask = createNegotiationMemory(negotiate);
  const askForAll = (count: number) => {
    for (let index = 0; index < count; index += 1) ask(`${index}`);
  };
  askForAll(maxRemembered);
  askForAll(maxRemembered);
  expect(negotiate).toHaveBeenCalledTimes(maxRemembered);
  // One more clears the memory.
  ask("one more");
  ask("0");
  expect(negotiate).toHaveBeenCalledTimes(maxRemembered + 2);
});
