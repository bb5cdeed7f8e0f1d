import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";
import { forgetMachine } from "./known-environment.ts";

// Whatever a test starts gets this environment: what the machine has must not decide.
forgetMachine(process.env);

// A warning is a defect: React's about hydration, Node's about deprecation, any other.
let spies: MockInstance[] = [];
const warnings: Error[] = [];
const hear = (warning: Error): void => void warnings.push(warning);
process.on("warning", hear);
// The next file of this process listens for itself.
afterAll(() => void process.off("warning", hear));

beforeEach(() => {
  spies = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
});

afterEach(() => {
  const calls = spies.flatMap((spy) => spy.mock.calls);
  for (const spy of spies) spy.mockRestore();
  expect(calls, "console.error and console.warn").toEqual([]);
  expect(warnings.splice(0), "process warnings").toEqual([]);
});
