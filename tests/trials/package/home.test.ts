import { spawnSync } from "node:child_process";
import { expect, inject, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { environmentOf, install } from "../../support/trials/package.ts";

/** Lays a home of the machine over /etc and /var/lib, only for these commands. */
const machine = `
  set -e
  mount -t tmpfs tmpfs "$0" && mkdir "$0/up" "$0/work"
  mount -t overlay overlay -o "lowerdir=/etc,upperdir=$0/up,workdir=$0/work" /etc
  mount -t tmpfs tmpfs /var/lib
  mkdir -p /etc/backsoon /var/lib/backsoon
  echo NOTICE_AUTHOR=machine > /etc/backsoon/.env
  notice() { env -i "PATH=$INSTALLED" HOME=/tmp "$@" 2>&1; }
  notice notice init
  notice notice history
  chmod 700 /etc/backsoon
  notice "$(command -v setpriv)" --reuid 12345 --clear-groups notice show || echo "ended with $?"
`;

it("Every user of a machine shares its home, and learns if its settings are unreadable", async () => {
  const { PATH: INSTALLED } = environmentOf(await install(inject("packageFile"), "pnpm-12", "24", "root"));
  const args = ["--mount", "sh", "-c", machine, temporaryFolder()];
  const { status, stdout, stderr } = spawnSync("unshare", args, {
    env: { ...process.env, INSTALLED },
    cwd: "/",
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  const lines = stdout.split("\n");
  expect(lines[0]).toMatch(/^\/var\/lib\/backsoon\/var\/notice\.db is ready with revision 1 from /);
  expect(lines[2]).toMatch(/^1 .* machine /);
  expect(lines.at(-3)).toMatch(/^The settings in \/etc\/backsoon\/\.env cannot be read by this user/);
  expect(lines.at(-2)).toBe("ended with 1");
});
