import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasEveryCell } from "../support/cells.ts";
import { notice, noticeProcess, refusal } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { switchFolder } from "../support/folder.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";

const words = ["--message", "We are moving.", "--expected-return", "+2h"];

type Switch = ReturnType<typeof file>;

function file() {
  const folder = switchFolder();
  const setting = join(folder, "on");
  return {
    setting,
    folder,
    /** Looks as the proxy does. */
    isOn: () => existsSync(setting),
    turnByHand: () => writeFileSync(setting, ""),
    /** What a switch that is off, or on with words, leaves in its folder or map. */
    left: () => readdirSync(folder).filter((name) => !name.endsWith(".tmp")),
  };
}

/** A map, and a socket that answers for HAProxy. */
function haproxy(): Switch {
  const folder = switchFolder();
  const [map, socket] = [join(folder, "haproxy.map"), join(folder, "socket")];
  let word = "off";
  const server = createServer({ allowHalfOpen: true }, (connection) => {
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
    left: () => readFileSync(map, "utf8").trim().split("\n"),
  };
}

async function switched(make: () => Switch, settings: NodeJS.ProcessEnv = {}) {
  const made = make();
  const at = await prepared({ SWITCH: made.setting, ...settings });
  return { ...made, ...at, message: async () => (await at.document()).message };
}

describe.each<[string, () => Switch, off: string[], on: string[]]>([
  ["a file", file, [], ["on"]],
  ["HAProxy's map", haproxy, ["notice off"], [expect.stringMatching(/^# \{"since"/), "notice on"]],
])("The switch as %s", (_name, make, off, on) => {
  it("publishes and turns with `on`, and restores the words with `off`", async () => {
    const { run, isOn, left, document, message } = await switched(make);
    const before = await document();
    const dryRun = await run("on", "--dry-run", ...words);
    expect(dryRun.stdout).toMatch(/^Nothing was changed[\s\S]* turned on\.\n$/);
    expect([isOn(), left()]).toEqual([false, off]);
    expect((await run("on", ...words)).stdout).toContain("Revision 2 is published.\n+ message");
    expect([isOn(), left()]).toEqual([true, on]);
    expect((await run()).stdout).toMatch(
      /Message: {6}We are moving\.$[\s\S]*^The switch is on since \S+, by anna\.$[\s\S]*^ {2}npx notice off$/m,
    );
    const contactEmail = "new@shop.example";
    await run("set", "--expected-return", "+3h", "--contact-email", contactEmail, "--message", "Longer.");
    for (const more of [["--dry-run"], []]) {
      expect([isOn(), await message()]).toEqual([true, "Longer."]);
      expect((await run("off", ...more)).stdout).toMatch(
        /\n- message: Longer\.\n- expectedReturn[\s\S]*\nChanged since then, and kept: contactEmail\.\n$/,
      );
    }
    expect([isOn(), left(), await document()]).toEqual([false, off, { ...before, contactEmail }]);
    expect((await run("off")).stdout).toBe("The switch is off.\n");
  });

  it("restores the words before the first `on`, and none with --keep-words", async () => {
    const { run, env, document, message, left } = await switched(make);
    const before = await document();
    for (const args of [["--message", "One."], [], ["--title", "Two"], ["--message", "Three."]])
      await run("on", ...args);
    await notice({ ...env, NOTICE_AUTHOR: "ben" }, ["on"]);
    expect((await run()).stdout).toMatch(/^The switch is on since \S+, by anna\.$/m);
    await run("off");
    expect([await document(), left()]).toEqual([before, off]);
    await run("on", ...words);
    await run("off", "--keep-words");
    expect([await message(), left()]).toEqual(["We are moving.", off]);
  });

  it.each(["by hand", "by `on`"])(
    "needs no store for `off` and keeps the words if it was turned %s without words",
    async (how) => {
      const { run, isOn, left, turnByHand } = await switched(make, { DATABASE: "/dev/null/notice.db" });
      if (how === "by hand") turnByHand();
      else expect((await run("on")).stdout).toMatch(/^The switch is on\. Nobody looked: /);
      expect([isOn(), (await run()).stdout]).toEqual([true, expect.stringMatching(/^The switch is on/m)]);
      const stdout = expect.stringMatching(/\nThe words stay as they are\.\n$/);
      expect(await run("off")).toEqual({ code: 0, stderr: "", stdout });
      expect([isOn(), left()]).toEqual([false, off]);
    },
  );

  it("can be finished by the same command or undone by `off` if a command was killed at any step", {
    timeout: 600_000,
  }, async () => {
    const { run, env, isOn, left, document } = await switched(make);
    const before = await document();
    const NODE_OPTIONS = `--import=${resolve("tests/support/command/killed.mjs")}`;
    const commands = [["on", ...words], ["off"]];
    const [turnOn = [], turnOff] = commands;
    for (const command of commands)
      for (const first of hasEveryCell ? [0, 1] : [0])
        for (let step = 0, isKilled = true; isKilled; step += 1) {
          const again = commands[(first + step) % 2] ?? [];
          if (command === turnOff) await run(...turnOn);
          const killing = { NODE_OPTIONS, KILL_AT: `${step}` };
          const { code, stderr } = await noticeProcess({ ...env, ...killing }, command);
          isKilled = code === null;
          const told = [step, command[0], again[0], stderr];
          if (isKilled) expect([...told, (await run(...again)).code]).toEqual([...told, 0]);
          expect([...told, isOn()]).toEqual([...told, (isKilled ? again : command) === turnOn]);
          await run("off");
          expect([...told, isOn(), left(), await document()]).toEqual([...told, false, off, before]);
        }
  });

  it("follows no link in its folder", async () => {
    const { folder, run, document } = await switched(make);
    const [target, before] = [join(switchFolder(), "target"), await document()];
    const foreign = JSON.stringify({ since: "2026-01-01T00:00:00Z", by: "mallory", fields: [] });
    const text = make === file ? foreign : `# ${foreign}\nnotice off\n`;
    writeFileSync(target, text);
    const paths = (make === file ? ["on", "on.next"] : ["haproxy.map"]).map((name) => join(folder, name));
    for (const path of paths) {
      rmSync(path, { force: true });
      symlinkSync(target, path);
    }
    expect((await run()).stdout).not.toContain("mallory");
    await run("on", ...words);
    await run("off");
    expect([readFileSync(target, "utf8"), await document()]).toEqual([text, before]);
    const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    expect(paths.filter(isLink)).toEqual([]);
  });
});

describe("notice on and off", () => {
  it("check what visitors get, and `off` keeps the words until the app answers", {
    timeout: 60_000,
  }, async () => {
    const app = (response: ServerResponse) => response.end();
    let reply: (response: ServerResponse) => unknown = app;
    const APP_URL = await listenHere(await withoutTls((_request, response) => void reply(response)));
    const { run, isOn, left, document, message } = await switched(file, { APP_URL });
    const before = await document();

    const late = await run("on", ...words);
    expect(late.stderr).toMatch(/^The switch is on, but .* still (shows the app|gives no clear reply)/);
    expect([late.code, isOn()]).toEqual([1, true]);
    reply = (response) => response.writeHead(503, { "Maintenance-Notice": "1" }).end();
    expect((await run("on")).stdout).toMatch(/^Visitors see the notice at http:\S+\. To take it back: /);
    const stillThere = /^The switch is off, but .* still shows the notice, so the words stay\. /;
    expect(await run("off")).toMatchObject({ code: 1, stderr: expect.stringMatching(stillThere) });
    expect([isOn(), left(), await message()]).toEqual([false, ["on.next"], "We are moving."]);
    expect((await run()).stdout).toMatch(
      /^The switch is off\. Words since .* by anna wait for `off`\.\n {2}npx notice off$/m,
    );
    reply = app;
    expect((await run("off")).stdout).toMatch(/^The app answers at http:\S+\.\nRevision 3 is published\. /);
    expect([left(), await document()]).toEqual([[], before]);
  });

  it.each([
    ["is of a revision that has changed", (text: string) => text.replace(/"hash":"\w+/, '"hash":"0')],
    ["cannot be read", () => "{"],
  ])("keep the words if the record %s", async (_name, spoil) => {
    const { run, setting, left, message } = await switched(file);
    await run("on", ...words);
    writeFileSync(setting, spoil(readFileSync(setting, "utf8")));
    const { code, stdout } = await run("off");
    expect([code, left(), await message()]).toEqual([0, [], "We are moving."]);
    expect(stdout).toMatch(/\nThe words stay(, because revision 1 is not .*| as they are)\.\n$/);
  });

  it("restore HAProxy's read-only mode, and name an HAProxy that cannot be reached", async () => {
    const { run, env, setting, folder, left } = await switched(haproxy);
    writeFileSync(join(folder, "haproxy.map"), "notice read-only\n");
    expect((await run()).stdout).toMatch(/^The switch is off\. Read-only is on: /m);
    const unreachable = await notice({ ...env, SWITCH: setting.replace(/socket$/, "other") }, ["on"]);
    expect(unreachable.code).toBe(1);
    expect(unreachable.stderr).toMatch(/haproxy\.map is not turned \(the running HAProxy, at .*ENOENT.*\n$/);
    await run("on", ...words);
    await run("off");
    expect(left()).toEqual(["notice read-only"]);
  });

  it("explain how to turn the switch by hand if its folder is missing", async () => {
    const { run } = await prepared({ SWITCH: "/dev/shm/no-such-folder/on" });
    const byHand = "Otherwise type `touch /dev/shm/no-such-folder/on` on the load balancer";
    for (const word of ["on", "off"]) expect(await run(word)).toEqual(refusal(byHand));
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining(byHand) });
  });

  it.skipIf(process.geteuid?.() !== 0)(
    "run as the owner of the switch's folder if root starts them",
    async () => {
      const { env, setting, folder, left, document } = await switched(file);
      const run = (args: string[], SWITCH = setting) => noticeProcess({ ...env, SWITCH }, args);
      await run(["on", ...words]);
      const [shown, kept] = [await document(), readFileSync(setting)];
      chownSync(folder, 65_534, 65_534);
      for (const args of [["on", "--title", "x"], ["off"]])
        expect(await run(args)).toEqual(refusal(`${folder} must belong to user 0, who controls the store`));
      expect([await document(), readFileSync(setting), left()]).toEqual([shown, kept, ["on"]]);
      expect([(await run(["off", "--keep-words"])).code, left()]).toEqual([0, []]);
      expect([(await run(["on"])).code, left()]).toEqual([0, ["on"]]);
      expect(lstatSync(setting)).toMatchObject({ uid: 65_534, mode: 0o100644 });
      expect((await run(["off"])).code).toBe(0);
      const link = join(switchFolder(), "link");
      symlinkSync(folder, link);
      expect(await run(["on"], join(link, "on"))).toEqual(refusal(`${link} is a link, so somebody else`, 1));
      // A container's volume: its programs run as any user in group 0.
      chownSync(folder, 0, 0);
      chmodSync(folder, 0o2775);
      const command = ["--regid", "0", "--clear-groups", process.execPath, resolve("scripts/bin.mjs"), "on"];
      const { status } = spawnSync("setpriv", ["--reuid", "12345", ...command], { env });
      expect([status, lstatSync(setting)]).toEqual([0, expect.objectContaining({ uid: 12_345, gid: 0 })]);
    },
  );
});

it("Only the editor's unit may write to the switch's folder", () => {
  const units = readdirSync("docs/deploy").filter((name) => name.endsWith(".service"));
  const writing = units.filter((name) =>
    readFileSync(join("docs/deploy", name), "utf8").includes("ReadWritePaths=-/etc/backsoon/switch\n"),
  );
  expect(writing).toEqual(["backsoon-editor.service"]);
});
