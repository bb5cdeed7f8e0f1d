import { expect, it } from "vitest";
import { decisionMs } from "../../../data/deadline.ts";
import { defaultWaitMs } from "../../../data/nodes.ts";
import { readTimeoutMs, writeTimeoutMs } from "../../../web/editor/client.ts";

it("the page waits longer than the API takes to answer", () => {
  expect(readTimeoutMs).toBeGreaterThan(decisionMs);
  expect(writeTimeoutMs).toBeGreaterThan(decisionMs + defaultWaitMs);
});
