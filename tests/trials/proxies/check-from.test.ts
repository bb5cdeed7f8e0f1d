import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { notice } from "../../support/command/command.ts";
import { switchFolder } from "../../support/folder.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { startApp } from "./support/app.ts";
import { staffSecrets, startRecipe, turnTo } from "./support/configuration.ts";

describe.each(["nginx", "haproxy", "caddy", "apache2"] as const)("check --from, behind %s,", (proxy) => {
  it("finds no fault while the app is down or the switch is on, and checks staff's access", async () => {
    const service = await serveHere();
    const flags = switchFolder();
    const { address } = await startApp(await freePort());
    const { file } = await staffSecrets();
    const others = await staffSecrets();
    const start = (app: string, flags: string, ...options: string[]) =>
      startRecipe(proxy, { apps: [app], services: [service.url], flags }, ["--read-only", ...options]);
    const check = async (from: string, ...options: string[]) => {
      const env = { ...service.env, PORT: new URL(service.url).port };
      const { code, stdout, stderr } = await notice(env, ["check", "--from", from, "--json", ...options]);
      const lines: { state: string; symptom?: string }[] = JSON.parse(stdout);
      const failures = lines.filter(({ state }) => state === "failure");
      return { code, stderr, symptoms: failures.map(({ symptom }) => symptom) };
    };
    const away = await start(`127.0.0.1:${await freePort()}`, switchFolder());
    expect(await check(`${away}/cart?id=1`)).toMatchObject({ code: 0, symptoms: [] });

    const url = await start(address, flags, "--staff", file);
    const stderr = expect.stringContaining("The app answered, so the notice could not be checked");
    expect(await check(url)).toMatchObject({ code: 1, symptoms: [], stderr });

    await turnTo(proxy, flags, "on");
    const right = await check(`${url}/cart?id=1`, "--staff-file", file);
    expect(right).toMatchObject({ code: 0, symptoms: [] });
    const wrong = await check(url, "--staff-file", others.file);
    expect(wrong).toMatchObject({ code: 1, symptoms: ["staff link", "staff cookie"] });
    const shopFlags = switchFolder();
    const shop = await start(address, shopFlags, "--staff", file, "--only-path", "/shop");
    await turnTo(proxy, shopFlags, "on");
    expect(await check(`${shop}/shop`, "--staff-file", file)).toMatchObject({ code: 0, symptoms: [] });
    await turnTo(proxy, flags, "read-only");
    expect(await check(url)).toMatchObject({ code: 1, symptoms: ["partly"] });
  });
});
