import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../browser/browser.ts";
import { temporaryFolder } from "../folder.ts";
import { forPage } from "../network/http.ts";
import { patient } from "../patient.ts";
import { type OnFinished, shared } from "../shared.ts";
import { inspect, reach, run } from "./docker.ts";

const open = launchBrowser(still);

/** Who answered: `proxy` with an error of its own, `nobody` while it restarts. */
export type Who = "app" | "notice" | "proxy" | "nobody";

/** What is done to the containers, and who answers from then on. `strict`: no visitor meets anybody else meanwhile. */
export interface Step {
  does: string;
  commands: string[];
  answers: Who;
  strict?: true;
}

const noticeOn = 'exec -T backsoon notice on --message "We are moving." --from http://proxy:8000';

/** All that happens to the containers of a Compose file, one after the other. */
export const steps: Step[] = [
  { does: "everything is started at once", commands: ["up -d", "up -d --wait"], answers: "app" },
  { does: "the app is stopped", commands: ["stop app"], answers: "notice", strict: true },
  { does: "then the proxy is restarted", commands: ["restart proxy"], answers: "notice" },
  { does: "Backsoon is stopped as well", commands: ["stop backsoon"], answers: "proxy" },
  { does: "then the proxy is restarted", commands: ["restart proxy"], answers: "proxy" },
  { does: "Backsoon is started again", commands: ["start backsoon"], answers: "notice" },
  { does: "the app is started again", commands: ["start app"], answers: "app" },
  { does: "Backsoon is stopped", commands: ["stop backsoon"], answers: "app", strict: true },
  { does: "then the proxy is restarted", commands: ["restart proxy"], answers: "app" },
  { does: "Backsoon is started again", commands: ["up -d --wait backsoon"], answers: "app", strict: true },
  { does: "the app is killed", commands: ["kill app"], answers: "notice", strict: true },
  { does: "the app is made anew", commands: ["up -d --force-recreate app"], answers: "app", strict: true },
  {
    does: "Backsoon is made anew",
    commands: ["up -d --force-recreate --wait backsoon"],
    answers: "app",
    strict: true,
  },
];
export const paused: Step[] = [
  { does: "the app is paused", commands: ["pause app"], answers: "notice", strict: true },
  { does: "the app goes on", commands: ["unpause app"], answers: "app", strict: true },
];
export const switched: Step[] = [
  { does: "the switch is on", commands: [noticeOn], answers: "notice", strict: true },
  { does: "then the proxy is restarted", commands: ["restart proxy"], answers: "notice" },
  { does: "the switch is off", commands: ["exec -T backsoon notice off"], answers: "app", strict: true },
];

/** A Compose file of `docs/deploy` and how it differs in a trial. */
export interface Composed {
  /** Its options before the command; none for the one that `docker compose` finds by itself. */
  options?: string;
  port: number;
  /** Texts in its files to change, such as a time-out. */
  changes?: [file: string, from: string, to: string][];
  /** Files in the place of others, by their names. */
  files?: Record<string, string>;
  steps: Step[];
}

/** A folder with the Compose files, which goes with the test. */
export function copied(onFinished?: OnFinished): string {
  const path = temporaryFolder(onFinished, resolve("var"));
  cpSync("compose.yaml", join(path, "compose.yaml"));
  cpSync("docs/deploy", join(path, "docs/deploy"), { recursive: true });
  return path;
}

/** A copy of the Compose files; gives what runs `docker compose` in it. Everything is removed after the last test. */
export function composing({ options = "", port, changes = [], files = {} }: Omit<Composed, "steps">) {
  const compose = async (folder: string, command: string) => {
    const [, settings = "", words = ""] = /^((?:\w+=\w+ )*)(.*)$/.exec(command) ?? [];
    const args =
      `${settings}docker compose --project-name p${port} ${options} ${words}`.match(/"[^"]*"|\S+/g) ?? [];
    const { code, stdout, stderr } = await run(
      "env",
      args.map((word) => word.replaceAll('"', "")),
      folder,
    );
    expect([command, code, code === 0 ? "" : stderr]).toEqual([command, 0, ""]);
    return stdout;
  };
  const folder = shared((onFinished) => {
    const path = copied(onFinished);
    const deploy = join(path, "docs/deploy");
    for (const [file, from, to] of [...publishedAt(port), ...changes]) {
      const text = readFileSync(join(deploy, file), "utf8");
      expect([file, text.includes(from)]).toEqual([file, true]);
      writeFileSync(join(deploy, file), text.replaceAll(from, to));
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(deploy, file), text);
    onFinished(() => compose(path, "down --volumes"));
    return path;
  });
  return (command: string) => compose(folder(), command);
}

/** Runs a Compose file step by step, and asks through its proxy. */
export function tryCompose(name: string, { steps, ...composed }: Composed): void {
  describe(name, () => {
    const compose = composing(composed);
    const url = shared((onFinished) => reach(composed.port, onFinished));

    it.each(steps)(
      "leads visitors to the $answers after this: $does",
      async ({ commands, answers, strict }) => {
        const before = await visit(url());
        let isDone = false;
        const doing = (async () => {
          for (const command of commands) await compose(command);
          isDone = true;
        })();
        const met = new Set<Who>([before, answers]);
        const allowed: Who[] = strict ? [before, answers] : ["app", "notice", "proxy", "nobody"];
        // Once it is done, and until whoever answers then has done so some times in a row.
        for (let inRow = 0, until = Date.now() + patient.timeout; inRow < 3 && Date.now() < until; ) {
          const who = await visit(url());
          met.add(who);
          inRow = isDone && who === answers ? inRow + 1 : 0;
        }
        await doing;
        expect(await visit(url())).toBe(answers);
        expect(allowed).toEqual(expect.arrayContaining([...met]));
        if (answers === "notice") await isWhole(url());
      },
    );

    it("finds app and Backsoon again after they exchanged their addresses", async () => {
      const addresses = () =>
        Promise.all(
          ["app", "backsoon"].map(async (service) => {
            const [id = ""] = (await compose(`ps --quiet ${service}`)).split("\n");
            const networks: { IPAddress: string }[] = Object.values(
              (await inspect(id)).NetworkSettings.Networks,
            );
            return networks[0]?.IPAddress ?? "";
          }),
        );
      const before = await addresses();
      await compose("stop app backsoon");
      // Docker gives the lowest address that nobody has.
      const isFirst = before[0] === before.toSorted(byNumber)[0];
      for (const service of isFirst ? ["backsoon", "app"] : ["app", "backsoon"])
        await compose(`start ${service}`);
      expect(await addresses()).toEqual(before.toReversed());
      await expect.poll(() => visit(url()), patient).toBe("app");
      await compose("stop app");
      await expect.poll(() => visit(url()), patient).toBe("notice");
      await compose("start app");
      await expect.poll(() => visit(url()), patient).toBe("app");
    });

    it("updates an open page, and returns it to the app", async () => {
      await compose("stop app");
      await expect.poll(() => visit(url()), patient).toBe("notice");
      const { page } = await open(`${url()}/cart`);
      await compose('exec -T backsoon notice set --message "Back at nine."');
      await expect.poll(() => page.locator(".message").innerText(), patient).toBe("Back at nine.");
      await compose("start app");
      await expect.poll(() => page.locator("h1").innerText(), patient).toBe("The app");
      expect(new URL(page.url()).pathname).toBe("/cart");
    });

    it("keeps its notice after down and up, within its memory", async () => {
      await compose("down");
      await compose("up -d");
      await expect.poll(() => visit(url()), patient).toBe("app");
      expect(await compose("exec -T backsoon notice show")).toContain("Back at nine.");
      const [id = ""] = (await compose("ps --quiet backsoon")).split("\n");
      expect((await inspect(id)).State).toMatchObject({ OOMKilled: false, Running: true });
    });
  });
}

const byNumber = (one: string, other: string): number =>
  Number(one.split(".").at(-1)) - Number(other.split(".").at(-1));

/** Each trial has a port of its own. */
const publishedAt = (port: number): [file: string, from: string, to: string][] =>
  ["compose.yaml", "compose.caddy.yaml", "compose.traefik.yaml"].map((file) => [
    file,
    "127.0.0.1:8000:8000",
    `127.0.0.1:${port}:8000`,
  ]);

/** Who answers a visitor, who has some patience. */
export async function visit(url: string): Promise<Who> {
  try {
    const signal = AbortSignal.timeout(20_000);
    const { status, headers } = await fetch(`${url}/cart?id=1`, { headers: forPage, signal });
    if (status === 503 && headers.has("maintenance-notice") && headers.has("retry-after")) return "notice";
    return status === 200 ? "app" : "proxy";
  } catch {
    return "nobody";
  }
}

/** What writes gets the notice, too, and the page its script. */
export async function isWhole(url: string): Promise<void> {
  const written = await fetch(`${url}/cart`, { method: "POST", body: "item=1" });
  expect([written.status, written.headers.has("maintenance-notice")]).toEqual([503, true]);
  const page = await (await fetch(`${url}/cart`, { headers: forPage })).text();
  const [script] = /\/assets\/backsoon-[^"]+\.js/.exec(page) ?? [];
  expect((await fetch(`${url}${script}`)).status).toBe(200);
}
