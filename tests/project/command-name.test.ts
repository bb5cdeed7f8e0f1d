import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

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
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("bench/"))
      .map((file) => `${folder}/${file}`),
  );
  expect(files.filter((file) => name.test(readFileSync(file, "utf8").replace(comment, "")))).toEqual([]);
});
