import { vi } from "vitest";

// A unit test that starts a process is in the wrong list.
vi.mock("node:child_process", async (original) => {
  const names = Object.keys(await original<object>());
  const refuse = (name: string) => () => {
    throw new Error(`A unit test starts no process, and this one called ${name}.`);
  };
  return Object.fromEntries(names.map((name) => [name, refuse(name)]));
});
