import { expect, it } from "vitest";
import { translateErrors } from "../../data/sqlite-file/fault.ts";

it("a SQLite that was compiled for another Node is no fault of the store", () => {
  const cause = Object.assign(new Error("The module was compiled against a different Node.js version"), {
    code: "ERR_DLOPEN_FAILED",
  });
  const load = () =>
    translateErrors("/srv/notice.db", () => {
      throw cause;
    });
  expect(load).toThrow(
    /^This Node cannot load SQLite \(The module was compiled against a different Node\.js version\): use the Node /,
  );
});

it("a SQLite that was not installed is no fault of the store", () => {
  const load = () =>
    translateErrors("/srv/notice.db", () => {
      throw new Error("Could not locate the bindings file. Tried:\n → /srv/better_sqlite3.node");
    });
  expect(load).toThrow(
    /^This Node cannot load SQLite \(better_sqlite3\.node is missing\): use the Node .+ run `npm ci` in a clone/,
  );
});

it("a folder that this user may not reach is not called missing", () => {
  const look = () =>
    translateErrors("/nowhere/notice.db", () => {
      throw Object.assign(new Error("EACCES: permission denied, stat '/nowhere/notice.db'"), {
        code: "EACCES",
      });
    });
  expect(look).toThrow(/^The folder of the notice store \/nowhere\/notice\.db cannot be read by user /);
});
