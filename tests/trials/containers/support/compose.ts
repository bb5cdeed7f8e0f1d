import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openPage } from "../../../support/browser/browser.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { forPage } from "../../../support/network/http.ts";
import { patient } from "../../../support/patient.ts";
import { type OnFinished, shared } from "../../../support/shared.ts";
import { inspect, reach, run } from "./commands.ts";

/** Who answers a visitor: `proxy` with an error of its own, `nobody` while the proxy restarts. */
export type Who = "app" | "notice" | "proxy" | "nobody";

/** Commands that change the containers, and who answers afterwards; with "strict", nobody else answers meanwhile. */
export type Step = [answers: Who, does: string, commands: string, strict?: "strict"];

const noticeOn = 'exec -T backsoon notice on --message "We are moving." --from http://proxy:8000';

export const steps: Step[] = [
  ["app", "everything is started at once", "up -d && up -d --wait"],
  ["notice", "the app is stopped", "stop app", "strict"],
  ["notice", "then the proxy is restarted", "restart proxy"],
  ["proxy", "Backsoon is stopped as well", "stop backsoon"],
  ["proxy", "then the proxy is restarted", "restart proxy"],
  ["notice", "Backsoon is started again", "start backsoon"],
  ["app", "the app is started again", "start app"],
  ["app", "Backsoon is stopped", "stop backsoon", "strict"],
  ["app", "then the proxy is restarted", "restart proxy"],
  ["app", "Backsoon is started again", "up -d --wait backsoon", "strict"],
  ["notice", "the app is killed", "kill app", "strict"],
  ["app", "the app is recreated", "up -d --force-recreate app", "strict"],
  ["app", "Backsoon is recreated", "up -d --force-recreate --wait backsoon", "strict"],
];
export const paused: Step[] = [
  ["notice", "the app is paused", "pause app", "strict"],
  ["app", "the app continues", "unpause app", "strict"],
];
export const switched: Step[] = [
  ["notice", "the switch is on", noticeOn, "strict"],
  ["notice", "then the proxy is restarted", "restart proxy"],
  ["app", "the switch is off", "exec -T backsoon notice off", "strict"],
];

/** A Compose file of `docs/deploy`, and its differences in a trial. */
export interface Composed {
  /** Options before the command. Without, `docker compose` finds compose.yaml. */
  options?: string;
  port: number;
  /** Texts to replace in files, such as a timeout. */
  changes?: [file: string, from: string, to: string][];
  /** Files to write, by name. */
  files?: Record<string, string>;
  steps: Step[];
}

/** A copy of the Compose files, until the test ends. */
export function copied(onFinished?: OnFinished): string {
  const path = temporaryFolder(onFinished, resolve("var"));
  cpSync("compose.yaml", join(path, "compose.yaml"));
  cpSync("docs/deploy", join(path, "docs/deploy"), { recursive: true });
  return path;
}

/** Returns a function that runs `docker compose` in a copy of the files. All containers are removed after the last test. */
export function composing({ options = "", port, changes = [], files = {} }: Omit<Composed, "steps">) {
  const compose = async (folder: string, command: string) => {
    const [, settings = "", words = ""] = /^((?:\w+=\w+ )*)(.*)$/.exec(command) ?? [];
    const line = `${settings}docker compose --project-name p${port} ${options} ${words}`;
    const { code, stdout, stderr } = await run("sh", ["-c", line], folder);
    expect(code, `${command}: ${stderr}`).toBe(0);
    return stdout;
  };
  const folder = shared((onFinished) => {
    const path = copied(onFinished);
    const deploy = join(path, "docs/deploy");
    // Trials run at the same time, so each publishes another port.
    const published = ["compose.yaml", "compose.caddy.yaml", "compose.traefik.yaml"].map(
      (file) => [file, "127.0.0.1:8000:8000", `127.0.0.1:${port}:8000`] as const,
    );
    for (const [file, from, to] of [...published, ...changes]) {
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

/** Tests a Compose file step by step, with requests through its proxy. */
export function tryCompose(name: string, { steps, ...composed }: Composed): void {
  describe(name, () => {
    const compose = composing(composed);
    const url = shared((onFinished) => reach(composed.port, onFinished));

    it.each(steps)("leads visitors to the %s after this: %s", async (answers, _does, commands, strict) => {
      const before = await visit(url());
      let isDone = false;
      const doing = (async () => {
        for (const command of commands.split(" && ")) await compose(command);
        isDone = true;
      })();
      const met = new Set<Who>([before, answers]);
      const allowed: Who[] = strict ? [before, answers] : ["app", "notice", "proxy", "nobody"];
      // Until the right one answers three times in a row after the commands.
      for (let inRow = 0, until = Date.now() + patient.timeout; inRow < 3 && Date.now() < until; ) {
        const who = await visit(url());
        met.add(who);
        inRow = isDone && who === answers ? inRow + 1 : 0;
      }
      await doing;
      expect(await visit(url())).toBe(answers);
      expect(allowed).toEqual(expect.arrayContaining([...met]));
      if (answers === "notice") await isWhole(url());
    });

    it("finds app and Backsoon after they exchange their addresses", async () => {
      const addressOf = async (service: string) => {
        const { Networks } = (await inspect((await compose(`ps --quiet ${service}`)).trim())).NetworkSettings;
        return Object.values<{ IPAddress: string }>(Networks)[0]?.IPAddress ?? "";
      };
      const addresses = async () => [await addressOf("app"), await addressOf("backsoon")];
      const before = await addresses();
      await compose("stop app backsoon");
      // Docker assigns the lowest free address.
      const [app = 0, backsoon = 0] = before.map((address) => Number(address.split(".").at(-1)));
      for (const service of app < backsoon ? ["backsoon", "app"] : ["app", "backsoon"])
        await compose(`start ${service}`);
      expect(await addresses()).toEqual(before.toReversed());
      await expect.poll(() => visit(url()), patient).toBe("app");
      await compose("stop app");
      await expect.poll(() => visit(url()), patient).toBe("notice");
      await compose("start app");
      await expect.poll(() => visit(url()), patient).toBe("app");
    });

    it("shows a new text on an open page, and returns the page to the app", async () => {
      await compose("stop app");
      await expect.poll(() => visit(url()), patient).toBe("notice");
      const { page } = await openPage(`${url()}/cart`);
      await compose('exec -T backsoon notice set --message "Back at nine."');
      await expect.poll(() => page.locator(".message").innerText(), patient).toBe("Back at nine.");
      await compose("start app");
      await expect.poll(() => page.locator("h1").innerText(), patient).toBe("The app");
      expect(new URL(page.url()).pathname).toBe("/cart");
    });

    it("keeps its notice after down and up, and stays within its memory", async () => {
      await compose("down");
      await compose("up -d");
      await expect.poll(() => visit(url()), patient).toBe("app");
      expect(await compose("exec -T backsoon notice show")).toContain("Back at nine.");
      const id = await compose("ps --quiet backsoon");
      expect((await inspect(id.trim())).State).toMatchObject({ OOMKilled: false, Running: true });
    });
  });
}

/** Who answers a visitor. */
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

/** Checks that writes get the notice, and that the page's script loads. */
export async function isWhole(url: string): Promise<void> {
  const written = await fetch(`${url}/cart`, { method: "POST", body: "item=1" });
  expect([written.status, written.headers.has("maintenance-notice")]).toEqual([503, true]);
  const page = await (await fetch(`${url}/cart`, { headers: forPage })).text();
  const [script] = /\/assets\/backsoon-[^"]+\.js/.exec(page) ?? [];
  expect((await fetch(`${url}${script}`)).status).toBe(200);
}
