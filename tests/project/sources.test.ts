import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** The sources in these folders. */
const sourcesIn = (folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("bench/"))
      .map((file) => join(folder, file)),
  );

const comment = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;

it.each([
  // Only messages of the command: texts of the editor, the API and the settings call it `notice`.
  {
    says: "The command never names itself in a message, because its name differs between clone and package",
    folders: ["schema/errors", "schema/json", "schema/notice", "schema/advice", "data", "scripts"],
    name: /`(?:npx )?notice [a-z-]|npx notice/,
  },
  {
    says: "The editor and its API never say `npx notice`, because an installed command is called `notice`",
    folders: ["web/editor", "schema/editor-api", "schema/settings"],
    name: /npx notice/,
  },
])("$says", ({ folders, name }) => {
  expect(
    sourcesIn(folders).filter((file) => name.test(readFileSync(file, "utf8").replace(comment, ""))),
  ).toEqual([]);
});

it("No file changes an owner, and only three change modes, of open files, because a path may be a link", () => {
  const files = sourcesIn(["schema", "data", "web", "api", "scripts"]);
  // Messages tell people to run `chmod 640`, `chmod go-w` and `chown root`.
  const calls = (file: string) =>
    readFileSync(file, "utf8").match(/\b[fl]?ch(?:own|mod)(?:Sync)?\b(?! (?:\d|go-w|root))/g) ?? [];
  const changing = files.flatMap((file) => [...new Set(calls(file))].map((call) => [file, call]));
  expect(changing).toEqual([
    // Of an open file.
    ["data/files.ts", "chmod"],
    ["data/sqlite-file/open.ts", "fchmodSync"],
    ["api/export/folder.ts", "chmod"],
  ]);
});
