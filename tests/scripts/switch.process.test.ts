import { chownSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { noticeProcess } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { switchFolder } from "../support/folder.ts";
import { listenHere } from "../support/network/servers.ts";

const words = ["--message", "We are moving.", "--expected-return", "+2h"];
const killer = fileURLToPath(new URL("../support/command/killed.mjs", import.meta.url));

interface Kind {
  setting: string;
  folder: string;
  /** Whether visitors get the notice: what the proxy looks at. */
  isOn(): boolean;
  turnByHand(isOn: boolean): void;
  files(): string[];
}

function file(): Kind {
  const folder = switchFolder();
  const setting = join(folder, "on");
  return {
    setting,
    folder,
    isOn: () => lstatSync(setting, { throwIfNoEntry: false }) !== undefined,
    turnByHand: () => writeFileSync(setting, ""),
    // A temporary file of a killed process goes with a later change.
    files: () => readdirSync(folder).filter((name) => !name.endsWith(".tmp")),
  };
}

/** A map, and what answers for HAProxy at its socket. */
function haproxy(): Kind {
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

const kinds: [string, () => Kind, string[], string[]][] = [
  ["a file", file, [], ["on"]],
  ["HAProxy's map", haproxy, ["notice off"], [expect.stringMatching(/^# \{"since"/) as never, "notice on"]],
];

async function switched(make: () => Kind, settings: NodeJS.ProcessEnv = {}) {
  const kind = make();
  const { env, ...rest } = await prepared({ SWITCH: kind.setting, ...settings });
  const killedAt = (step: number, ...args: string[]) =>
    noticeProcess({ ...env, NODE_OPTIONS: `--import=${killer}`, KILL_AT: String(step) }, args);
  return { ...kind, ...rest, env, killedAt };
}

describe.each(kinds)("the switch is %s:", (_name, make, off, on) => {
  it("`on` publishes and turns, `off` turns and restores what `on` changed", async () => {
    const { run, isOn, files, document } = await switched(make);
    const before = await document();
    expect(await run("on", ...words)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Revision 2 is published.\n+ message"),
    });
    expect([isOn(), files()]).toEqual([true, on]);
    expect((await run()).stdout).toMatch(
      /^message +We are moving\.$[\s\S]*^The switch is on since \S+, by anna\.$[\s\S]*^ {2}npx notice off$/m,
    );
    await run(
      "set",
      "--expected-return",
      "+3h",
      "--contact-email",
      "new@shop.example",
      "--message",
      "Longer.",
    );
    const { code, stdout } = await run("off");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /\n- message: Longer\.\n- expectedReturn[\s\S]*\nChanged since then, and kept: contactEmail\.\n$/,
      ),
    ]);
    expect([isOn(), files(), await document()]).toEqual([
      false,
      off,
      { ...before, contactEmail: "new@shop.example" },
    ]);
    expect((await run("off")).stdout).toBe("The switch is off.\n");
  });

  it("a second `on` keeps what was before the first", async () => {
    const { run, document, files } = await switched(make);
    const before = await document();
    for (const args of [["--message", "One."], [], ["--title", "Two"], ["--message", "Three."]])
      await run("on", ...args);
    await run("off");
    expect([await document(), files()]).toEqual([before, off]);
  });

  it("without words it needs no store, and `off` leaves the words", async () => {
    const { run, isOn, files } = await switched(make, { DATABASE: "/dev/null/notice.db" });
    expect(await run("on")).toEqual({
      code: 0,
      stderr: "",
      stdout: "The switch is on. Nobody looked: set APP_URL, or give --from URL.\n",
    });
    expect(isOn()).toBe(true);
    expect(await run()).toMatchObject({ code: 0 });
    expect(await run("off")).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/The words stay as they are\.\n$/),
    });
    expect([isOn(), files()]).toEqual([false, off]);
  });

  it("turned by hand, `off` ends it and leaves the words", async () => {
    const { run, isOn, files, turnByHand, document } = await switched(make);
    await run("set", "--message", "By hand.");
    turnByHand(true);
    expect((await run("status")).stdout).toMatch(/^The switch is on/m);
    await run("off");
    expect([isOn(), files(), (await document()).message]).toEqual([false, off, "By hand."]);
  });

  it("--dry-run changes nothing, and --keep-words restores nothing", async () => {
    const { run, isOn, files, document } = await switched(make);
    expect((await run("on", "--dry-run", ...words)).stdout).toMatch(
      /^Nothing was changed[\s\S]*would be turned on\.\n$/,
    );
    expect([isOn(), files()]).toEqual([false, off]);
    await run("on", ...words);
    await run("off", "--keep-words");
    expect([isOn(), files(), (await document()).message]).toEqual([false, off, "We are moving."]);
  });

  it("killed at any step, the same command finishes it, and `off` takes it back", {
    timeout: 120_000,
  }, async () => {
    const { run, killedAt, isOn, files, document } = await switched(make);
    const before = await document();
    const on = ["on", ...words];
    for (const [command = [], again = []] of [
      [on, on],
      [on, ["off"]],
      [["off"], ["off"]],
    ]) {
      for (let step = 0, isKilled = true; isKilled; step += 1) {
        if (command !== on) await run(...on);
        const { code, stderr } = await killedAt(step, ...command);
        isKilled = code === null;
        const told = [step, command[0], again[0], stderr];
        if (isKilled) expect([...told, (await run(...again)).code]).toEqual([...told, 0]);
        if (again[0] === command[0] || !isKilled)
          expect([...told, isOn()]).toEqual([...told, command === on]);
        await run("off");
        expect([...told, isOn(), files(), await document()]).toEqual([...told, false, off, before]);
      }
    }
  });

  it("no link in its folder is followed", async () => {
    const { folder, run, document } = await switched(make);
    const [target, before] = [join(switchFolder(), "target"), await document()];
    const foreign = JSON.stringify({ since: "2026-01-01T00:00:00Z", by: "mallory", fields: [] });
    const text = make === file ? foreign : `# ${foreign}\nnotice off\n`;
    writeFileSync(target, text);
    const names = make === file ? ["on", "on.next", "on.last"] : ["haproxy.map"];
    for (const name of names) {
      rmSync(join(folder, name), { force: true });
      symlinkSync(target, join(folder, name));
    }
    expect((await run()).stdout).not.toContain("mallory");
    await run("on", ...words);
    await run("off");
    expect([readFileSync(target, "utf8"), await document()]).toEqual([text, before]);
    const left = names.filter((name) =>
      lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink(),
    );
    expect(left).toEqual([]);
  });
});

describe("what visitors get is asked:", () => {
  /** An app that shows the notice, the app or an error. */
  async function beside(reply: RequestListener) {
    const server = createServer((...args) => reply(...args));
    return switched(file, { APP_URL: await listenHere({ server, protocol: "http" }) });
  }
  const notice: RequestListener = (_request, response) =>
    response.writeHead(503, { "Maintenance-Notice": "1" }).end();
  const app: RequestListener = (_request, response) => response.end();

  it("`on` says that they see the notice, `off` that the app answers", async () => {
    let isOn = () => false;
    const at = await beside((...args) => (isOn() ? notice : app)(...args));
    isOn = at.isOn;
    expect((await at.run("on", ...words)).stdout).toMatch(
      /\nVisitors see the notice at http:\S+\. To take it back: `npx notice off`\.\n$/,
    );
    expect((await at.run()).stdout).toMatch(/^http:\S+ shows the notice\.$/m);
    expect((await at.run("off")).stdout).toMatch(
      /^The app answers at http:\S+\.\nRevision 3 is published\. Visitors see it when your app is away\.\n/,
    );
  });

  it("`on` leaves the switch on if they still see the app", async () => {
    const { run, isOn } = await beside(app);
    const { code, stderr } = await run("on");
    expect([code, isOn(), stderr]).toEqual([
      1,
      true,
      expect.stringMatching(
        /^The switch is on, but after 5 seconds http:\S+ still shows the app: .*`npx notice off`\.\n$/,
      ),
    ]);
  });

  it("`off` keeps the words until the app answers", { timeout: 60_000 }, async () => {
    let reply = notice;
    const { run, isOn, files, document } = await beside((...args) => reply(...args));
    const before = await document();
    await run("on", ...words);
    const { code, stderr } = await run("off");
    expect([code, isOn(), files(), stderr]).toEqual([
      1,
      false,
      ["on.last"],
      expect.stringMatching(/^The switch is off, but .* still shows the notice, so the words stay\. /),
    ]);
    expect((await run()).stdout).toMatch(/^The switch is off\. Words since \S+ wait for `off`\.$/m);
    reply = app;
    expect(await run("off")).toMatchObject({ code: 0 });
    expect([files(), await document()]).toEqual([[], before]);
  });
});

describe("a record", () => {
  it("of a revision that is another now leaves the words", async () => {
    const { run, setting, document } = await switched(file);
    await run("on", ...words);
    const record = JSON.parse(readFileSync(setting, "utf8"));
    writeFileSync(setting, JSON.stringify({ ...record, before: { number: 1, sum: "0".repeat(64) } }));
    expect((await run("off")).stdout).toMatch(
      /The words stay, because revision 1 is not what it was: set them with `npx notice set`\.\n$/,
    );
    expect((await document()).message).toBe("We are moving.");
  });

  it("that cannot be read ends with the switch", async () => {
    const { run, setting, files, document } = await switched(file);
    await run("on", ...words);
    writeFileSync(setting, "{");
    expect(await run("off")).toMatchObject({ code: 0 });
    expect([files(), (await document()).message]).toEqual([[], "We are moving."]);
  });
});

it("the word read-only of HAProxy's map is back after `off`", async () => {
  const { run, folder, files } = await switched(haproxy);
  writeFileSync(join(folder, "haproxy.map"), "notice read-only\n");
  expect((await run()).stdout).toMatch(/^The switch is off .* Read-only is on: /m);
  await run("on", ...words);
  await run("off");
  expect(files()).toEqual(["notice read-only"]);
});

it("a HAProxy that is not reached is said, and the same again finishes it", async () => {
  const { run, folder, setting, files } = await switched(haproxy);
  const other = setting.replace(/socket$/, "other");
  const { env } = await prepared({ SWITCH: other });
  const { code, stderr } = await noticeProcess(env, ["on"]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The map is changed, but the running HAProxy is not, at .*ENOENT/),
  ]);
  expect(files()).toContain("notice on");
  expect(await run("on")).toMatchObject({ code: 0 });
  expect(folder).toBeDefined();
});

it("without its folder, `on` and `off` say how the switch is turned", async () => {
  const { run } = await prepared({ SWITCH: "/dev/shm/no-such-folder/on" });
  for (const word of ["on", "off"])
    expect(await run(word)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^There is no switch on this machine\. .*`touch \/dev\/shm\/no-such-folder\/on` on the load balancer/,
      ),
    });
  expect(await run()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("There is no switch on this machine"),
  });
});

describe.skipIf(process.geteuid?.() !== 0)("root", () => {
  it("becomes the owner of the folder, also without a store, and refuses another's store", async () => {
    const { env, setting, folder } = await switched(file);
    chownSync(folder, 65_534, 65_534);
    expect(await noticeProcess(env, ["on"])).toMatchObject({ code: 0 });
    expect(lstatSync(setting)).toMatchObject({ uid: 65_534, mode: 0o100644 });
    expect(await noticeProcess(env, ["on", ...words])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${folder} must belong to user 0, who controls the store`),
    });
    expect(await noticeProcess(env, ["off"])).toMatchObject({ code: 0 });
  });

  it("turns no switch that others could turn", async () => {
    const { env, folder } = await switched(file);
    const link = join(switchFolder(), "link");
    symlinkSync(folder, link);
    expect(await noticeProcess({ ...env, SWITCH: join(link, "on") }, ["on"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${link} is a link, so somebody else could turn the switch`),
    });
  });
});
