import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { canMount } from "../../support/store/mount.ts";
import { environmentOf, install } from "../../support/trials/package.ts";

/** Puts a home of the machine's beside what is in /etc and /var/lib, for the commands that follow alone. */
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

it.skipIf(!canMount())(
  "Every user of a machine shares its home, and learns if its settings are unreadable",
  () => {
    const installed = install(inject("packageFile"), "pnpm-12", "24", "root");
    const { PATH = "" } = environmentOf(installed);
    const env = { ...process.env, INSTALLED: PATH };
    const args = ["--mount", "sh", "-c", machine, temporaryFolder()];
    const { status, stdout, stderr } = spawnSync("unshare", args, { env, cwd: "/", encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout.split("\n");
    const store = join("/var/lib/backsoon", "var/notice.db");
    expect(lines[0]).toMatch(new RegExp(`^${store} is ready with revision 1 from `));
    expect(lines[2]).toMatch(/^1 .* machine /);
    expect(lines.slice(-3)).toEqual([
      "The settings in /etc/backsoon/.env cannot be read by this user: run the command with sudo. If the service runs as that user, let that user read the file and its folder.",
      "ended with 1",
      "",
    ]);
  },
);
