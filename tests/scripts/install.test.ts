import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageFor } from "../../schema/errors/notice-error.ts";
import { machineHome } from "../../schema/settings/home.ts";
import { createServiceProgram } from "../../scripts/service-program.ts";
import { findPrograms, type Machine } from "../../scripts/systemd/install.ts";
import { temporaryFolder } from "../support/folder.ts";

function makeProgram(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "", { mode: 0o755 });
  return file;
}

/** A machine below a folder, with Node and a version of the package. */
function makeImage(): string {
  const root = temporaryFolder();
  for (const file of ["usr/bin/node", "opt/backsoon/bin/backsoon.cjs"]) makeProgram(join(root, file));
  return root;
}

interface Given extends Partial<Machine> {
  version?: string;
  isInstalled?: boolean;
  options?: string[];
}

/** Runs `backsoon install --systemd`; gives its output, its refusal, and the programs that it ran. */
async function install(root: string, given: Given = {}) {
  const { version = "1.0.0", isInstalled = true, options = [], ...rest } = given;
  let stdout = "";
  const ran: string[] = [];
  const machine: Machine = {
    node: join(root, "usr/bin/node"),
    root,
    isRoot: true,
    systemd: "stopped",
    runStep: (step) => void ran.push(step.join(" ")),
    ...rest,
  };
  const program = { folder: join(root, "opt/backsoon"), version, isInstalled };
  const asked = createServiceProgram({ program, home: machineHome, machine }, (text) => (stdout += text));
  const done = asked.parseAsync(["install", "--systemd", ...options], { from: "user" }).then(() => "");
  return { refusal: await done.catch((error) => messageFor(error, "notice")), stdout, ran };
}

const files = [
  "etc/sysusers.d/backsoon.conf",
  "etc/systemd/system/backsoon.socket",
  "etc/systemd/system/backsoon.service",
  "etc/systemd/system/backsoon-editor.service",
];
const unit = "etc/systemd/system/backsoon.service";

/** Every file in /etc, with its text. */
function textsIn(root: string) {
  const all = readdirSync(join(root, "etc"), { recursive: true, withFileTypes: true });
  const names = all.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
  return Object.fromEntries(names.map((name) => [name.slice(root.length + 1), readFileSync(name, "utf8")]));
}

describe("backsoon install --systemd", () => {
  it("writes units and settings folder, and lists the remaining steps", async () => {
    const root = makeImage();
    const { stdout, refusal, ran } = await install(root);
    expect([refusal, ran]).toEqual(["", []]);
    expect(stdout.split("\n")).toEqual([
      ...files.map((file) => `${join(root, file)} is new.`),
      "Nothing is started, because systemd does not run here: run `systemd-sysusers backsoon.conf`, `install -d -o backsoon -g backsoon -m 755 /etc/backsoon/switch`, `systemctl enable backsoon.socket backsoon.service`.",
      expect.stringMatching(/^Settings go to \/etc\/backsoon\/\.env, /),
      "",
    ]);
    const texts = textsIn(root);
    expect(Object.keys(texts).sort()).toEqual(files.toSorted());
    expect(texts[unit]).toContain("\nExecStart=/usr/bin/node /opt/backsoon/bin/backsoon.cjs\n");
    expect(readdirSync(join(root, "etc"))).toContain("backsoon");
  });

  it("prints all files with --dry-run, also without systemd or root, and writes none", async () => {
    const root = makeImage();
    const { stdout } = await install(root, { isRoot: false, systemd: "absent", options: ["--dry-run"] });
    expect(readdirSync(root)).not.toContain("etc");
    await install(root);
    for (const [file, text] of Object.entries(textsIn(root)))
      expect(stdout).toContain(`==> ${join(root, file)}\n${text}`);
  });

  it("changes nothing on a second run, and shows what a newer version changes", async () => {
    const root = makeImage();
    await install(root);
    const before = textsIn(root);
    expect((await install(root)).stdout.match(/ is unchanged\.$/gm)).toHaveLength(4);
    expect(textsIn(root)).toEqual(before);
    const node = makeProgram(join(root, "usr/local/bin/node"));
    const { stdout } = await install(root, { version: "1.1.0", node });
    expect(stdout).toContain(`${join(root, unit)} is updated from 1.0.0 to 1.1.0.
  - ExecStart=/usr/bin/node /opt/backsoon/bin/backsoon.cjs
  + ExecStart=/usr/local/bin/node /opt/backsoon/bin/backsoon.cjs
`);
    expect(stdout).toContain(`${join(root, files[0] ?? "")} is updated from 1.0.0 to 1.1.0.\n/`);
  });

  it.each<[string, (file: string, text: string) => void]>([
    ["was edited by hand", (file, text) => writeFileSync(file, `${text}Nice=5\n`)],
    ["was written by hand", (file) => writeFileSync(file, "[Service]\nExecStart=/usr/bin/true\n")],
    ["is masked by a link", (file) => symlinkSync("/dev/null", file)],
    ["is a folder", (file) => mkdirSync(file)],
  ])("changes nothing if a unit %s", async (_what, change) => {
    const root = makeImage();
    await install(root);
    const file = join(root, unit);
    const text = readFileSync(file, "utf8");
    rmSync(file);
    change(file, text);
    const before = textsIn(root);
    const refusal = expect.stringContaining(`because ${file} was written or changed by hand`);
    expect(await install(root, { version: "1.1.0" })).toEqual({ stdout: "", ran: [], refusal });
    expect(textsIn(root)).toEqual(before);
  });

  it("reports a file that cannot be read or written", async () => {
    const root = makeImage();
    mkdirSync(join(root, "etc"));
    writeFileSync(join(root, "etc/systemd"), "");
    expect((await install(root)).refusal).toContain(" cannot be read (its folder is a file, not a folder): ");
    rmSync(join(root, "etc/systemd"));
    writeFileSync(join(root, "etc/backsoon"), "");
    expect((await install(root)).refusal).toMatch(/^\S+ cannot be written \(/);
  });

  it.each<[string, Given, string]>([
    ["a clone", { isInstalled: false }, "This is a clone, "],
    ["a machine without systemd", { systemd: "absent" }, "There is no systemd on this machine: "],
    ["a user who is not root", { isRoot: false }, "Only root may write the units: "],
  ])("refuses %s", async (_whom, given, sentence) => {
    const refusal = expect.stringContaining(sentence);
    expect(await install("/", given)).toEqual({ stdout: "", ran: [], refusal });
  });

  it("restarts the service but not the socket, so that visitors wait", async () => {
    const { ran } = await install(makeImage(), { systemd: "running" });
    expect(ran.filter((step) => / (?:re)?start | try-restart /.test(step))).toEqual([
      "systemctl restart backsoon.service",
      "systemctl try-restart backsoon-editor.service",
    ]);
  });
});

describe.skipIf(process.geteuid?.() !== 0)("backsoon install --systemd by root", () => {
  /** An image with the units and a settings file. */
  async function installed() {
    const root = makeImage();
    await install(root);
    const [etc, folder] = [join(root, "etc"), join(root, "etc/backsoon")];
    const file = join(folder, ".env");
    writeFileSync(file, "");
    return { root, etc, folder, file };
  }

  async function expectRefused(root: string, fault: string): Promise<void> {
    const { refusal } = await install(root, { version: "1.1.0" });
    expect(refusal).toContain(`${fault}, so somebody else could change what is there: `);
    expect(textsIn(root)[unit]).toContain("Written by backsoon 1.0.0 ");
  }

  it.each([
    ["folder", "can be written to by other users", 0o777, 0, 0],
    ["folder", "can be written to by other users", 0o770, 0, 65_534],
    ["folder", "belongs to user 65534", 0o755, 65_534, 0],
    ["etc", "can be written to by other users", 0o777, 0, 0],
    ["file", "can be written to by other users", 0o660, 0, 65_534],
    ["file", "belongs to user 65534", 0o644, 65_534, 0],
  ] as const)(
    "refuses settings whose %s %s: mode %i, user %i, group %i",
    async (which, fault, mode, uid, gid) => {
      const { root, [which]: path } = await installed();
      chownSync(path, uid, gid);
      chmodSync(path, mode);
      await expectRefused(root, `${path} ${fault}`);
    },
  );

  it.each(["folder", "file"] as const)("refuses settings whose %s is a link", async (which) => {
    const { root, [which]: path } = await installed();
    renameSync(path, `${path}-elsewhere`);
    symlinkSync(`${path}-elsewhere`, path);
    await expectRefused(root, `${path} is a link`);
  });

  it("accepts settings of root that another group may read", async () => {
    const { root, file } = await installed();
    chownSync(file, 0, 65_534);
    chmodSync(file, 0o640);
    expect((await install(root)).refusal).toBe("");
  });
});

describe("The program in the service unit", () => {
  /** The programs that the units would name in an image whose Node is at this path. */
  function withNode(path: string, change: (file: string, root: string) => void = () => {}) {
    const root = makeImage();
    const node = makeProgram(join(root, path));
    change(node, root);
    return () => findPrograms({ node, folder: join(root, "opt/backsoon") }, root);
  }

  it("is written without symbolic links", () => {
    const find = withNode("usr/bin/node", (node, root) => {
      renameSync(node, join(root, "opt/node-24"));
      symlinkSync("../../opt/node-24", node);
    });
    expect(find()).toEqual({ node: "/opt/node-24", folder: "/opt/backsoon" });
  });

  it.each([
    ["home/anna/.nvm/versions/node/v24.1.0/bin/node", "/home"],
    ["run/user/1000/node", "/run/user"],
  ])("is refused in %s, which the unit hides", (path, around) => {
    const sentence = `The service could not run /${path} (the service does not see ${around}): `;
    expect(withNode(path)).toThrow(sentence);
    const linked = withNode("usr/bin/node", (node, root) => {
      rmSync(node);
      symlinkSync(makeProgram(join(root, path)), node);
    });
    expect(linked).toThrow(sentence);
  });

  it.each<[string, string, ((node: string) => void)?]>([
    ["opt/my node/node", "its path has special characters"],
    ["opt/100%/node", "its path has special characters"],
    ["opt/node/bin/node", "not every user may read it", (node) => chmodSync(dirname(node), 0o750)],
    ["opt/node", "not every user may read it", (node) => chmodSync(node, 0o744)],
    ["opt/node", "it does not exist", (node) => rmSync(node)],
  ])("is refused in %s because %s", (path, reason, change) => {
    expect(withNode(path, change)).toThrow(reason);
  });
});
