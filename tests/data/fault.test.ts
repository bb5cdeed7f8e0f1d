import { expect, it } from "vitest";
import { translateErrors } from "../../data/sqlite-file/open.ts";

it.each([
  [{ code: "ERR_DLOPEN_FAILED" }, "The module was compiled against a different Node.js version"],
  [{}, "Could not locate the bindings file. Tried:\n → /srv/better_sqlite3.node"],
])(
  "a SQLite library that cannot be loaded is reported as such, not as a broken store: %j",
  (more, message) => {
    const load = () =>
      translateErrors("/srv/notice.db", () => {
        throw Object.assign(new Error(message), more);
      });
    expect(load).toThrow(/^This Node cannot load SQLite \((?:The module|Could not locate the bindings) /);
  },
);

it("a folder without access is reported as unreadable, not as missing", () => {
  const look = () =>
    translateErrors("/nowhere/notice.db", () => {
      throw Object.assign(new Error("EACCES: permission denied, stat '/nowhere/notice.db'"), {
        code: "EACCES",
      });
    });
  expect(look).toThrow(/^The folder of the notice store \/nowhere\/notice\.db cannot be read by user /);
});
