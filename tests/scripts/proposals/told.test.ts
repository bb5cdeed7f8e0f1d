import { expect, it, vi } from "vitest";
import { heedEnd } from "../../../scripts/proposals/told.ts";

it("a key that was meant for an editor ends nothing, although it arrives after the editor has ended", async () => {
  const heeding: (() => void)[] = [];
  const told = heedEnd({ toldToEnd: () => new Promise((resolve) => heeding.push(resolve)) });
  const press = () => {
    for (const hear of heeding) hear();
  };
  const pressed = new Promise<void>((resolve) => {
    void told.leaving(async () => void setImmediate(() => resolve(press())));
  });
  await pressed;
  expect(told.signal.aborted).toBe(false);
  await vi.waitFor(() => {
    press();
    expect(told.signal.aborted).toBe(true);
  });
});
