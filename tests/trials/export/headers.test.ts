import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startEcho } from "../../support/network/echo.ts";
import { differencesOf } from "./support/differences.ts";
import { exportHere, serveExport, servers, turn } from "./support/serving.ts";

const kinds = ["page", "document", "script", "preflight"];

/** What differs, by the table in the documentation, as `differencesOf` names it. */
function namedInTable(): string[] {
  const table = /\n(\| reply \| header \|.*\n)\| ---.*\n((?:\|.*\n)+)/.exec(
    readFileSync("docs/export.md", "utf8"),
  );
  const cells = (row: string): string[] =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, head = "", rows = ""] = table ?? [];
  const column = cells(head.trim()).indexOf("of files");
  expect(column).toBeGreaterThan(0);
  return rows
    .trim()
    .split("\n")
    .map(cells)
    .filter((row) => row[column] !== "the same")
    .flatMap(([reply = "", header = ""]) =>
      (reply === "each" ? kinds : [reply]).map(
        (kind) => `${kind}: ${header.replaceAll("`", "").toLowerCase()}`,
      ),
    );
}

describe.each(servers)("an export behind %s", (server) => {
  it.each(["while the app is away", "by the switch"])(
    "has the replies of the service, but for the headers that the table names, %s",
    async (why) => {
      const { service, folder } = await exportHere();
      const isSwitched = why === "by the switch";
      const app = isSwitched ? (await startEcho("app", 200)).port : await freePort();
      const flags = temporaryFolder();
      const url = await serveExport(server, { folder, app, flags });
      if (isSwitched) turn(flags, "on");
      const script = readdirSync(join(folder, "assets")).find((name) => /^backsoon-[\w-]+\.js$/.test(name));
      const differences = await differencesOf(service.url, url, `/assets/${script}`);
      const named = namedInTable();
      expect([...differences.keys()].sort(), JSON.stringify([...differences])).toEqual(named.sort());
    },
  );
});
