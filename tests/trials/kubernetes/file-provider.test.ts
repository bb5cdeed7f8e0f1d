import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { parse, stringify } from "yaml";
import { freePort } from "../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { listenHere, withoutTls } from "../../support/network/servers.ts";
import { patient } from "../../support/patient.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { shared } from "../../support/shared.ts";

const read = (file: string) => readFileSync(`docs/deploy/${file}`, "utf8");
const failover = read("traefik.yaml");
const shipped = read("traefik-planned.yaml");
// Uncomments the lines that are YAML.
const whole = shipped.replace(/^( +)# ((?:planned-| {2}\w+: ).*)$/gm, "$1$2");

/** Traefik with both files, in front of an app and Backsoon. */
const stage = shared(async (onFinished) => {
  const folder = join(temporaryFolder(onFinished), "dynamic");
  mkdirSync(folder);
  const port = await freePort();
  const app = await withoutTls((_, reply) => reply.end("the app"));
  const { host } = new URL(await listenHere(app, 0, onFinished));
  const { url } = await serveHere({}, onFinished);
  const addressed = failover.replaceAll("127.0.0.1:3000", host);
  writeFileSync(join(folder, "traefik.yaml"), addressed.replaceAll("127.0.0.1:8080", new URL(url).host));
  const options = [`--entrypoints.web.address=127.0.0.1:${port}`, `--providers.file.directory=${folder}`];
  const child = spawn(inject("traefik"), options, { stdio: "ignore" });
  onFinished(() => void child.kill());
  const send = asking(`http://127.0.0.1:${port}`);
  return {
    /** Writes the planned file with only these routers. */
    plan(names: string[]): void {
      const { http } = parse(whole);
      const routers = Object.fromEntries(names.map((name) => [name, http.routers[name]]));
      const text = names.length > 0 ? stringify({ http: { ...http, routers } }) : "";
      writeFileSync(join(folder, "planned.yaml"), text.replaceAll("STAFF_COOKIE", "secret"));
    },
    /** Who answers a request such as "GET /path" or "GET blog.example/path". */
    ask: async (asked: string, cookie = ""): Promise<string> => {
      const [, method = "", host, path = ""] = /^(\S+) ([^/]*)(\/.*)$/.exec(asked) ?? [];
      const headers = { host: host || "shop.example", cookie };
      const reply = await send({ method, url: path, headers }).catch(() => undefined);
      if (reply && "maintenance-notice" in reply.headers) return "notice";
      return reply?.statusCode === 200 ? "app" : "proxy";
    },
    stopApp: () => void app.server.close().closeAllConnections(),
    startApp: () => listenHere(app, Number(new URL(`http://${host}`).port), onFinished),
  };
});

describe("The files for Traefik", () => {
  it("route to Backsoon while the app is down, and during planned maintenance", async () => {
    const { ask, plan, stopApp, startApp } = stage();
    const who = () => ask("POST /cart");
    const is = (expected: string) => expect.poll(who, patient).toBe(expected);
    await is("app");
    stopApp();
    await is("notice");
    await startApp();
    await is("app");
    plan(["planned"]);
    await is("notice");
    plan(["planned", "planned-staff"]);
    const staff = () => ask("GET /cart", "a=b; backsoon_staff=secret");
    await expect.poll(staff, patient).toBe("app");
    await is("notice");
    plan([]);
    await is("app");
  });

  it.each([
    {
      routers: "planned-path",
      notice: "GET /shop, POST blog.example/shop/cart, GET /shop/backsoon-notice",
      app: "GET /backsoon-notice, GET /shops, GET /",
    },
    {
      routers: "planned-host",
      notice: "POST /a, GET /a/backsoon-notice",
      app: "GET blog.example/a/backsoon-notice, GET blog.example/a",
    },
    {
      routers: "planned-writes planned-own",
      notice: `POST /cart, POST /login/more, PUT /login, DELETE /graphql, GET /cart/backsoon-notice,
        GET /assets/backsoon-1.js`,
      app: `GET /cart, OPTIONS /cart, POST /login, POST /search, POST /graphql, GET /api/notice,
        GET /assets/shop.js`,
    },
  ])("route with $routers the same requests to Backsoon as the other recipes", async (row) => {
    const { ask, plan } = stage();
    plan(row.routers.split(" "));
    for (const who of ["notice", "app"] as const) {
      const asked = row[who].split(/,\s+/);
      const all = () => Promise.all(asked.map(async (each) => `${each}: ${await ask(each)}`));
      await expect.poll(all, patient).toEqual(asked.map((each) => `${each}: ${who}`));
    }
  });
});
