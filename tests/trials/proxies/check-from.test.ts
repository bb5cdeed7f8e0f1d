import { chmodSync } from "node:fs";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { healthyApp } from "../../support/network/front.ts";
import { startProxy } from "../../support/network/proxy.ts";
import { listenHere } from "../../support/network/servers.ts";
import { type ServiceHere, serveHere } from "../../support/service/service-here.ts";
import type { ProxyName } from "../../support/setup/proxies.ts";
import { proxyCommand, staffSecrets, turnTo } from "./support/configuration.ts";

interface Line {
  subject: string;
  state: string;
  detail: string;
  symptom?: string;
}

async function check({ env, url: service }: ServiceHere, url: string, ...options: string[]) {
  const args = ["check", "--from", url, "--json", ...options];
  const outcome = await notice({ ...env, PORT: new URL(service).port }, args);
  const lines: Line[] = JSON.parse(outcome.stdout);
  const failures = lines.filter(({ state }) => state === "failure");
  return { ...outcome, symptoms: failures.map(({ symptom }) => symptom) };
}

/** Runs a proxy as `notice proxy --whole` prints it; gives its URL. */
async function startRecipe(
  name: ProxyName,
  apps: string[],
  service: ServiceHere,
  options: string[] = [],
): Promise<{ url: string; flags: string }> {
  const flags = temporaryFolder();
  // A proxy looks into it as another user.
  chmodSync(flags, 0o755);
  const behind = { apps, services: [service.url], flags };
  const text = await proxyCommand(name, behind, ["--whole", "--switch", "--read-only", ...options]);
  return { url: await startProxy(name, text, { "8000": await freePort() }), flags };
}

const startApp = async (): Promise<string> =>
  new URL(await listenHere({ server: createServer(healthyApp), protocol: "http" })).host;

describe.each(["nginx", "haproxy", "caddy", "apache2"] as const)(
  "notice check --from, behind %s,",
  (name) => {
    it("finds no fault while the app is down or the switch is on, and checks staff's access", async () => {
      const service = await serveHere();
      const away = await startRecipe(name, [`127.0.0.1:${await freePort()}`], service);
      expect(await check(service, `${away.url}/cart?id=1`)).toMatchObject({ code: 0, symptoms: [] });

      const { file } = await staffSecrets();
      const { url, flags } = await startRecipe(name, [await startApp()], service, ["--staff", file]);
      const outcome = await check(service, url);
      expect(outcome).toMatchObject({ code: 1, symptoms: [] });
      expect(outcome.stderr).toContain("The app answered, so the notice could not be checked");

      await turnTo(name, flags, "on");
      const right = await check(service, `${url}/cart?id=1`, "--staff-file", file);
      expect(right).toMatchObject({ code: 0, symptoms: [] });
      const others = await staffSecrets();
      const wrong = await check(service, url, "--staff-file", others.file);
      expect(wrong).toMatchObject({ code: 1, symptoms: ["staff link", "staff cookie"] });
      const shop = await startRecipe(name, [await startApp()], service, [
        "--staff",
        file,
        "--only-path",
        "/shop",
      ]);
      await turnTo(name, shop.flags, "on");
      const part = await check(service, `${shop.url}/shop`, "--staff-file", file);
      expect(part).toMatchObject({ code: 0, symptoms: [] });
      await turnTo(name, flags, "read-only");
      expect(await check(service, url)).toMatchObject({ code: 1, symptoms: ["partly"] });
    });
  },
);
