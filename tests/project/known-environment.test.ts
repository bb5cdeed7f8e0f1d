import { expect, it } from "vitest";
import { forgetMachine } from "../support/setup/known-environment.ts";

it("tests learn nothing of the machine's languages, databases, editors, proxies and settings", () => {
  const kept = { PATH: "/bin", HOME: "/root", TZ: "UTC", CHROMIUM_PATH: "/usr/bin/chromium" };
  const env = {
    ...kept,
    LANG: "de_DE.UTF-8",
    LC_ALL: "de_DE.UTF-8",
    PGHOST: "db",
    PGSSLMODE: "require",
    EDITOR: "false",
    DISPLAY: ":0",
    https_proxy: "http://proxy",
    DATABASE: "/var/notice.db",
    PORT: "1",
    DATABASE_PASSWORD_FILE: "/secret",
  };
  forgetMachine(env);
  expect(env).toEqual({ ...kept, LANG: "C.UTF-8" });
  expect(Object.keys(process.env).filter((name) => /^(?:PG|LC_|EDITOR$|DATABASE$)/.test(name))).toEqual([]);
});
