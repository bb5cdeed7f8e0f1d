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
import { refusalOf, untrusted } from "../support/untrusted-settings.ts";

/** A machine below a folder, with Node and a version of the package. */
function makeImage(): string {
  const root = temporaryFolder();
  for (const file of ["usr/bin/node", "opt/backsoon/bin/backsoon.cjs"]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "", { mode: 0o755 });
  }
  return root;
}

interface Given extends Partial<Machine> {
  version?: string;
  isInstalled?: boolean;
}

/** What `backsoon` prints for these words, or refuses to do, and which programs it ran. */
async function backsoon(root: string, args: string[], given: Given = {}) {
  const { version = "1.0.0", isInstalled = true, ...rest } = given;
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
  const refusal = await asked.parseAsync(args, { from: "user" }).then(
    () => "",
    (error) => messageFor(error, "notice"),
  );
  return { stdout, refusal, ran };
}

const install = (root: string, given?: Given) => backsoon(root, ["install", "--systemd"], given);

const files = [
  "etc/sysusers.d/backsoon.conf",
  "etc/systemd/system/backsoon.socket",
  "etc/systemd/system/backsoon.service",
  "etc/systemd/system/backsoon-editor.service",
];
const unit = "etc/systemd/system/backsoon.service";

/** Every file of the folder, with its text. */
const textsIn = (root: string) =>
  Object.fromEntries(
    readdirSync(join(root, "etc"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(root.length + 1), readFileSync(file, "utf8")]),
  );

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
    expect(Object.keys(textsIn(root)).sort()).toEqual(files.toSorted());
    expect(readFileSync(join(root, unit), "utf8")).toContain(
      "\nExecStart=/usr/bin/node /opt/backsoon/bin/backsoon.cjs\n",
    );
    expect(readdirSync(join(root, "etc"))).toContain("backsoon");
  });

  it("prints all files with --dry-run, also without systemd or root, and writes none", async () => {
    const root = makeImage();
    const given: Given = { isRoot: false, systemd: "absent" };
    const { stdout } = await backsoon(root, ["install", "--systemd", "--dry-run"], given);
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
    mkdirSync(join(root, "usr/local/bin"), { recursive: true });
    writeFileSync(join(root, "usr/local/bin/node"), "", { mode: 0o755 });
    const { stdout } = await install(root, { version: "1.1.0", node: join(root, "usr/local/bin/node") });
    expect(stdout).toContain(
      `${join(root, unit)} is updated from 1.0.0 to 1.1.0.
  - ExecStart=/usr/bin/node /opt/backsoon/bin/backsoon.cjs
  + ExecStart=/usr/local/bin/node /opt/backsoon/bin/backsoon.cjs
`,
    );
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
    expect(await install(root, { version: "1.1.0" })).toEqual({
      stdout: "",
      ran: [],
      refusal: `Nothing was changed, because ${join(root, unit)} was written or changed by hand: move your changes into a drop-in with \`systemctl edit\`, move that file away, then try again.`,
    });
    expect(textsIn(root)).toEqual(before);
  });

  it("reports a file that cannot be written and leaves no part of it", async () => {
    const root = makeImage();
    mkdirSync(join(root, "etc"));
    writeFileSync(join(root, "etc/systemd"), "");
    expect((await install(root)).refusal).toMatch(/ cannot be read \(its folder is a file, not a folder\): /);
    rmSync(join(root, "etc/systemd"));
    writeFileSync(join(root, "etc/backsoon"), "");
    const { refusal } = await install(root);
    expect(refusal).toMatch(/^\S+ cannot be written \(.*\): fix that, then run the command again\.$/);
  });

  it.each<[string, Given, RegExp]>([
    [
      "a clone",
      { isInstalled: false },
      /^This is a clone, .*: for a clone, use the units in docs\/deploy\.$/,
    ],
    [
      "a machine without systemd",
      { systemd: "absent" },
      /^There is no systemd on this machine: .*--dry-run\.$/,
    ],
    ["a user who is not root", { isRoot: false }, /^Only root may write the units: run .* sudo, .*\.$/],
  ])("refuses %s in one sentence", async (_whom, given, refusal) => {
    const outcome = await backsoon("/", ["install", "--systemd"], given);
    expect(outcome).toEqual({ stdout: "", ran: [], refusal: expect.stringMatching(refusal) });
  });

  it("restarts the service but not the socket, so that visitors wait", async () => {
    const { ran } = await install(makeImage(), { systemd: "running" });
    expect(ran.filter((step) => / (?:re)?start | try-restart /.test(step))).toEqual([
      "systemctl restart backsoon.service",
      "systemctl try-restart backsoon-editor.service",
    ]);
  });

  it.skipIf(process.geteuid?.() !== 0).each(untrusted)("refuses %s", async (_what, change, fault) => {
    const root = makeImage();
    await install(root);
    const path = join(root, change(join(root, "etc")));
    expect((await install(root, { version: "1.1.0" })).refusal).toBe(refusalOf(path, fault));
    expect(textsIn(root)[unit]).toContain("Written by backsoon 1.0.0 ");
  });

  it.skipIf(process.geteuid?.() !== 0)(
    "accepts a settings folder of root that its group may read",
    async () => {
      const root = makeImage();
      await install(root);
      writeFileSync(join(root, "etc/backsoon/.env"), "", { mode: 0o640 });
      chownSync(join(root, "etc/backsoon/.env"), 0, 65_534);
      expect((await install(root)).refusal).toBe("");
    },
  );
});

describe("The program in the service unit", () => {
  /** An image whose Node is at this path, and its programs as the units would name them. */
  function withNode(path: string, change: (file: string, root: string) => void = () => {}) {
    const root = makeImage();
    const node = join(root, path);
    mkdirSync(dirname(node), { recursive: true });
    if (path !== "usr/bin/node") writeFileSync(node, "", { mode: 0o755 });
    change(node, root);
    return () => findPrograms({ node, folder: join(root, "opt/backsoon") }, root);
  }

  const refusal = (path: string, reason: string) =>
    `The service could not run ${path} (${reason}): install Node and Backsoon for every user, such as below /usr or /opt, and run the command from there.`;

  it("is written without symbolic links", () => {
    const find = withNode("usr/bin/node", (node, root) => {
      renameSync(node, join(root, "opt/node-24"));
      symlinkSync("../../opt/node-24", node);
    });
    expect(find()).toEqual({ node: "/opt/node-24", folder: "/opt/backsoon" });
  });

  it.each(["home/anna/.nvm/versions/node/v24.1.0/bin/node", "run/user/1000/node"])(
    "is refused in %s, which the unit hides",
    (path) => {
      const [around] = /^(?:run\/user|\w+)/.exec(path) ?? [];
      const sentence = refusal(`/${path}`, `the service does not see /${around}`);
      expect(withNode(path)).toThrow(sentence);
      const linked = withNode("usr/bin/node", (node, root) => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        renameSync(node, join(root, path));
        symlinkSync(join(root, path), node);
      });
      expect(linked).toThrow(sentence);
    },
  );

  it("is refused if its path is unusable, unreadable or missing", () => {
    expect(withNode("opt/my node/node")).toThrow(
      refusal("/opt/my node/node", "a unit cannot name it, because its path has special characters"),
    );
    expect(withNode("opt/100%/node")).toThrow("special characters");
    const closed = withNode("opt/node/bin/node", (node) => chmodSync(dirname(node), 0o750));
    expect(closed).toThrow(refusal("/opt/node/bin/node", "not every user may read it"));
    expect(withNode("opt/node", (node) => chmodSync(node, 0o744))).toThrow("not every user may read it");
    expect(withNode("opt/node", (node) => rmSync(node))).toThrow("it does not exist");
  });
});
