import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keepWaiting } from "../../../scripts/proposals/kept-words.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** The context of a command whose store is in a folder. */
const contextIn = (folder: string) =>
  ({ commandName: "notice", installation: { writablePath: join(folder, "notice.db") } }) as Parameters<
    typeof keepWaiting
  >[0];

it("a proposal waits in a file of its own, and its command is one that a shell takes", () => {
  const folder = join(temporaryFolder(), "anna's state");
  const waiting = keepWaiting(contextIn(folder), 7, "{}\n");
  const [name = "", ...others] = readdirSync(folder);
  expect([waiting.file, others]).toEqual([join(folder, name), []]);
  expect([readFileSync(waiting.file, "utf8"), statSync(waiting.file).mode & 0o777]).toEqual(["{}\n", 0o600]);
  const quoted = `'${waiting.file.replace("'", "'\\''")}'`;
  expect(waiting.publish).toBe(`notice apply ${quoted} --if-revision 7`);
});

it("a state folder that takes no file is named", () => {
  expect(() => keepWaiting(contextIn("/dev/null/state"), 7, "{}\n")).toThrow(
    /^\/dev\/null\/state\/proposal-after-7-[0-9a-f]{8}\.json cannot be created \(/,
  );
});
