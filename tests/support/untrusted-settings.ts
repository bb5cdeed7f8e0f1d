import { chmodSync, chownSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Change = (etc: string) => string;

const fileAs =
  (mode: number, uid = 0, gid = 0): Change =>
  (etc) => {
    const file = join(etc, "backsoon/.env");
    writeFileSync(file, "");
    chownSync(file, uid, gid);
    chmodSync(file, mode);
    return "etc/backsoon/.env";
  };
const folderAs =
  (mode: number, uid = 0, gid = 0): Change =>
  (etc) => {
    const folder = join(etc, "backsoon");
    chownSync(folder, uid, gid);
    chmodSync(folder, mode);
    return "etc/backsoon";
  };

/** What root must not take settings from, what makes it so below a folder `etc`, and what is said of it. */
export const untrusted: [what: string, change: Change, fault: string][] = [
  ["a folder that everybody may write to", folderAs(0o777), "mode"],
  ["a folder that another group may write to", folderAs(0o770, 0, 65_534), "mode"],
  ["a folder of another user's", folderAs(0o755, 65_534), "owner"],
  [
    "a folder that is a link",
    (etc) => {
      renameSync(join(etc, "backsoon"), join(etc, "elsewhere"));
      symlinkSync("elsewhere", join(etc, "backsoon"));
      return "etc/backsoon";
    },
    "link",
  ],
  [
    "a folder in one that everybody may write to",
    (etc) => {
      chmodSync(etc, 0o777);
      return "etc";
    },
    "mode",
  ],
  ["a file of another user's", fileAs(0o644, 65_534), "owner"],
  ["a file that another group may write to", fileAs(0o660, 0, 65_534), "mode"],
  [
    "a file that is a link",
    (etc) => {
      symlinkSync("/dev/null", join(etc, "backsoon/.env"));
      return "etc/backsoon/.env";
    },
    "link",
  ],
];

/** What is said of such a path. */
export function refusalOf(path: string, fault: string): string {
  const [seen, remedy] = {
    mode: ["can be written to by other users", `run \`chmod go-w ${path}\``],
    owner: ["belongs to user 65534", `run \`chown root ${path}\``],
    link: ["is a link", "put what it leads to in its place"],
  }[fault] as [string, string];
  return `${path} ${seen}, so somebody else could change what is there: ${remedy}, then try again.`;
}
