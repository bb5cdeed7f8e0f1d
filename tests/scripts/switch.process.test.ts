import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { wholeOf } from "../../api/proxies/recipe.ts";
import { noticeProcess } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { switchFolder } from "../support/folder.ts";
import { listenHere } from "../support/network/servers.ts";

const words = ["--message", "We are moving.", "--expected-return", "+2h"];
const bin = fileURLToPath(new URL("../../scripts/bin.mjs", import.meta.url));
const killer = fileURLToPath(new URL("../support/command/killed.mjs", import.meta.url));

/** `isOn` looks as the proxy does, and `files` gives what is left beside the switch. */
function file() {
  const folder = switchFolder();
  const setting = join(folder, "on");
  return {
    setting,
    folder,
    isOn: () => lstatSync(setting, { throwIfNoEntry: false }) !== undefined,
    turnByHand: () => writeFileSync(setting, ""),
    files: () => readdirSync(folder).filter((name) => !name.endsWith(".tmp")),
  };
}

/** A map, and what answers for HAProxy at its socket. */
function haproxy(): ReturnType<typeof file> {
  const folder = switchFolder();
  const [map, socket] = [join(folder, "haproxy.map"), join(folder, "socket")];
  let word = "off";
  const server = createSocketServer({ allowHalfOpen: true }, (connection) => {
    connection
      .on("error", () => {})
      .on("data", (bytes) => {
        const [, said] = new RegExp(`^set map ${map} notice (\\S+)\n$`).exec(String(bytes)) ?? [];
        word = said ?? word;
        connection.end(said ? "\n" : "Unknown command.\n");
      });
  }).listen(socket);
  onTestFinished(() => void server.close());
  writeFileSync(map, "notice off\n");
  return {
    setting: `haproxy:${map},${socket}`,
    folder,
    isOn: () => word === "on",
    turnByHand() {
      word = "on";
      writeFileSync(map, "notice on\n");
    },
    files: () => readFileSync(map, "utf8").trim().split("\n"),
  };
}

const kinds: [string, () => ReturnType<typeof file>, string[], string[]][] = [
  ["a file", file, [], ["on"]],
  ["HAProxy's map", haproxy, ["notice off"], [expect.stringMatching(/^# \{"since"/) as never, "notice on"]],
];

async function switched(make: () => ReturnType<typeof file>, settings: NodeJS.ProcessEnv = {}) {
  const kind = make();
  const { env, ...rest } = await prepared({ SWITCH: kind.setting, ...settings });
  const killedAt = (step: number, ...args: string[]) =>
    noticeProcess({ ...env, NODE_OPTIONS: `--import=${killer}`, KILL_AT: String(step) }, args);
  return { ...kind, ...rest, env, killedAt };
}

describe.each(kinds)("The switch as %s", (_name, make, off, on) => {
  it("publishes and turns with `on`, and restores the words with `off`", async () => {
    const { run, isOn, files, document } = await switched(make);
    const before = await document();
    expect((await run("on", "--dry-run", ...words)).stdout).toMatch(
      /^Nothing was changed[\s\S]* turned on\.\n$/,
    );
    expect([isOn(), files()]).toEqual([false, off]);
    const published = expect.stringContaining("Revision 2 is published.\n+ message");
    expect(await run("on", ...words)).toMatchObject({ code: 0, stdout: published });
    expect([isOn(), files()]).toEqual([true, on]);
    expect((await run()).stdout).toMatch(
      /Message: {6}We are moving\.$[\s\S]*^The switch is on since \S+, by anna\.$[\s\S]*^ {2}npx notice off$/m,
    );
    const contactEmail = "new@shop.example";
    await run("set", "--expected-return", "+3h", "--contact-email", contactEmail, "--message", "Longer.");
    const restores =
      /\n- message: Longer\.\n- expectedReturn[\s\S]*\nChanged since then, and kept: contactEmail\.\n$/;
    for (const args of [["--dry-run"], []]) {
      expect([isOn(), (await document()).message]).toEqual([true, "Longer."]);
      expect((await run("off", ...args)).stdout).toMatch(restores);
    }
    expect([isOn(), files(), await document()]).toEqual([false, off, { ...before, contactEmail }]);
    expect((await run("off")).stdout).toBe("The switch is off.\n");
  });

  it("restores the words before the first `on`, and none with --keep-words", async () => {
    const { run, document, files } = await switched(make);
    const before = await document();
    for (const args of [["--message", "One."], [], ["--title", "Two"], ["--message", "Three."]])
      await run("on", ...args);
    await run("off");
    expect([await document(), files()]).toEqual([before, off]);
    await run("on", ...words);
    await run("off", "--keep-words");
    expect([files(), (await document()).message]).toEqual([off, "We are moving."]);
  });

  it.each(["by hand", "by `on`"])(
    "turned %s without words, needs no store for `off` and keeps the words",
    async (how) => {
      const { run, isOn, files, turnByHand } = await switched(make, { DATABASE: "/dev/null/notice.db" });
      if (how === "by hand") turnByHand();
      else expect((await run("on")).stdout).toMatch(/^The switch is on\. Nobody looked: /);
      expect([isOn(), (await run()).stdout]).toEqual([true, expect.stringMatching(/^The switch is on/m)]);
      const stdout = expect.stringMatching(/\nThe words stay as they are\.\n$/);
      expect(await run("off")).toEqual({ code: 0, stderr: "", stdout });
      expect([isOn(), files()]).toEqual([false, off]);
    },
  );

  it("killed at any step, can be finished by the same command or undone by `off`", {
    timeout: 600_000,
  }, async () => {
    const { run, killedAt, isOn, files, document } = await switched(make);
    const before = await document();
    const on = ["on", ...words];
    for (const [command = [], again = []] of [
      [on, on],
      [on, ["off"]],
      [["off"], ["off"]],
      [["off"], on],
    ]) {
      for (let step = 0, isKilled = true; isKilled; step += 1) {
        if (command !== on) await run(...on);
        const { code, stderr } = await killedAt(step, ...command);
        isKilled = code === null;
        const told = [step, command[0], again[0], stderr];
        if (isKilled) expect([...told, (await run(...again)).code]).toEqual([...told, 0]);
        expect([...told, isOn()]).toEqual([...told, (isKilled ? again : command) === on]);
        await run("off");
        expect([...told, isOn(), files(), await document()]).toEqual([...told, false, off, before]);
      }
    }
  });

  it("follows no link in its folder", async () => {
    const { folder, run, document } = await switched(make);
    const [target, before] = [join(switchFolder(), "target"), await document()];
    const foreign = JSON.stringify({ since: "2026-01-01T00:00:00Z", by: "mallory", fields: [] });
    const text = make === file ? foreign : `# ${foreign}\nnotice off\n`;
    writeFileSync(target, text);
    const names = make === file ? ["on", "on.next"] : ["haproxy.map"];
    for (const name of names) {
      rmSync(join(folder, name), { force: true });
      symlinkSync(target, join(folder, name));
    }
    expect((await run()).stdout).not.toContain("mallory");
    await run("on", ...words);
    await run("off");
    expect([readFileSync(target, "utf8"), await document()]).toEqual([text, before]);
    const isLink = (name: string) =>
      lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink();
    expect(names.filter(isLink)).toEqual([]);
  });
});

it("notice on and off check what visitors get, and `off` keeps the words until the app answers", {
  timeout: 60_000,
}, async () => {
  let reply = (response: ServerResponse): unknown => response.end();
  const server = createServer((_request, response) => reply(response));
  const APP_URL = await listenHere({ server, protocol: "http" });
  const { run, isOn, files, document } = await switched(file, { APP_URL });
  const before = await document();
  const notice = (response: ServerResponse) => response.writeHead(503, { "Maintenance-Notice": "1" }).end();
  const app = reply;

  expect(await run("on", ...words)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The switch is on, but .* 5 seconds http:\S+ still (shows the app|gives no clear reply .*): .* off`\.\n$/,
    ),
  });
  expect(isOn()).toBe(true);
  reply = notice;
  expect((await run("on")).stdout).toMatch(/^Visitors see the notice at http:\S+\. To take it back: /);
  expect(await run("off")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The switch is off, but .* still shows the notice, so the words stay\. /),
  });
  expect([isOn(), files(), (await document()).message]).toEqual([false, ["on.next"], "We are moving."]);
  expect((await run()).stdout).toMatch(/^The switch is off\. Words since \S+, by anna wait for `off`\.$/m);
  reply = app;
  expect((await run("off")).stdout).toMatch(/^The app answers at http:\S+\.\nRevision 3 is published\. /);
  expect([files(), await document()]).toEqual([[], before]);
});

it.each([
  ["of a revision that has changed", (record: object) => ({ ...record, before: { number: 1, hash: "0" } })],
  ["unreadable", () => "{"],
])("notice off keeps the words if its record is %s", async (_name, spoil) => {
  const { run, setting, files, document } = await switched(file);
  await run("on", ...words);
  writeFileSync(setting, JSON.stringify(spoil(JSON.parse(readFileSync(setting, "utf8")))));
  const { code, stdout } = await run("off");
  expect([code, files(), (await document()).message]).toEqual([0, [], "We are moving."]);
  expect(stdout).toMatch(
    /\nThe words stay(, because revision 1 is not what it was: use `set`| as they are)\.\n$/,
  );
});

it("notice off restores HAProxy's read-only mode, and `on` names an unreachable HAProxy", async () => {
  const { run, env, setting, folder, files } = await switched(haproxy);
  writeFileSync(join(folder, "haproxy.map"), "notice read-only\n");
  expect((await run()).stdout).toMatch(/^The switch is off\. Read-only is on: /m);
  const stderr = expect.stringMatching(
    /haproxy\.map is not turned \(the running HAProxy, at .*ENOENT.*again\.\n$/,
  );
  const SWITCH = setting.replace(/socket$/, "other");
  expect(await noticeProcess({ ...env, SWITCH }, ["on"])).toMatchObject({ code: 1, stderr });
  await run("on", ...words);
  await run("off");
  expect(files()).toEqual(["notice read-only"]);
});

it("notice proxy prints the switch's path, and a group for HAProxy's socket only if it exists", async () => {
  const { run, folder } = await switched(file);
  for (const proxy of ["nginx", "caddy", "apache", "haproxy"])
    expect([proxy, (await run("proxy", proxy, "--switch")).stdout]).toEqual([
      proxy,
      expect.stringContaining(folder),
    ]);
  const socket = (hasGroup: boolean) => {
    const none = { readOnly: false, postReads: [], exceptPath: [], staffAddress: [], localNames: ["a", "b"] };
    return wholeOf("haproxy", { ...none, app: ["a:1"], backsoon: "b:2", switch: true, hasGroup }).match(
      /stats socket .*/,
    )?.[0];
  };
  const level = "stats socket /run/haproxy/backsoon.sock mode 660 group backsoon level user";
  expect([socket(true), socket(false)]).toEqual([level, level.replace(" group backsoon", "")]);
});

it("Only the editor's unit may write to the switch's folder", () => {
  const units = readdirSync("docs/deploy").filter((name) => name.endsWith(".service"));
  const writing = units.filter((name) =>
    readFileSync(join("docs/deploy", name), "utf8").includes("ReadWritePaths=-/etc/backsoon/switch\n"),
  );
  expect(writing).toEqual(["backsoon-editor.service"]);
});

it("notice on and off explain how to turn the switch by hand if its folder is missing", async () => {
  const { run } = await prepared({ SWITCH: "/dev/shm/no-such-folder/on" });
  const said =
    /There is no switch on this machine\. .*`touch \/dev\/shm\/no-such-folder\/on` on the load balancer/;
  for (const word of ["on", "off"])
    expect(await run(word)).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(said) });
});

it.skipIf(process.geteuid?.() !== 0)(
  "notice on and off run as the owner of the switch's folder if root starts them",
  async () => {
    const { env, setting, folder, files, document } = await switched(file);
    const run = (args: string[], SWITCH = setting) => noticeProcess({ ...env, SWITCH }, args);
    await run(["on", ...words]);
    const [shown, kept] = [await document(), readFileSync(setting)];
    chownSync(folder, 65_534, 65_534);
    const refused = (code: number, said: string) => ({
      code,
      stdout: "",
      stderr: expect.stringContaining(said),
    });
    for (const args of [["on", "--title", "x"], ["off"]])
      expect(await run(args)).toMatchObject(
        refused(2, `${folder} must belong to user 0, who controls the store`),
      );
    expect([await document(), readFileSync(setting), files()]).toEqual([shown, kept, ["on"]]);
    for (const [args, left] of [
      [["off", "--keep-words"], []],
      [["on"], ["on"]],
    ] as const)
      expect([await run([...args]), files()]).toEqual([expect.objectContaining({ code: 0 }), left]);
    expect(lstatSync(setting)).toMatchObject({ uid: 65_534, mode: 0o100644 });
    expect(await run(["off"])).toMatchObject({ code: 0 });
    const link = join(switchFolder(), "link");
    symlinkSync(folder, link);
    expect(await run(["on"], join(link, "on"))).toMatchObject(
      refused(1, `${link} is a link, so somebody else`),
    );
    // A container's volume: its programs run as any user in group 0.
    chownSync(folder, 0, 0);
    chmodSync(folder, 0o2775);
    const args = ["--reuid", "12345", "--regid", "0", "--clear-groups", process.execPath, bin, "on"];
    const { status } = spawnSync("setpriv", args, { env: { ...env, SWITCH: setting } });
    expect([status, lstatSync(setting)]).toEqual([0, expect.objectContaining({ uid: 12_345, gid: 0 })]);
  },
);
