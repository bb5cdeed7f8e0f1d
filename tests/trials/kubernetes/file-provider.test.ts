import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { parse, stringify } from "yaml";
import { freePort } from "../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
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
  const [port, app] = [await freePort(), await freePort()];
  const { url } = await serveHere({}, onFinished);
  const addressed = failover.replaceAll("127.0.0.1:3000", `127.0.0.1:${app}`);
  writeFileSync(join(folder, "traefik.yaml"), addressed.replaceAll("127.0.0.1:8080", new URL(url).host));
  const options = [`--entrypoints.web.address=127.0.0.1:${port}`, `--providers.file.directory=${folder}`];
  const child = spawn(inject("traefik"), options, { stdio: "ignore" });
  onFinished(() => void child.kill());
  const send = asking(`http://127.0.0.1:${port}`);
  const start = () => createServer((_, reply) => reply.end("the app")).listen(app, "127.0.0.1");
  let server = start();
  onFinished(() => void server.close());
  return {
    /** Writes the planned file with only these routers. */
    plan(names: string[]): void {
      const { http } = parse(whole);
      const routers = Object.fromEntries(names.map((name) => [name, http.routers[name]]));
      const text = names.length > 0 ? stringify({ http: { ...http, routers } }) : "";
      writeFileSync(join(folder, "planned.yaml"), text.replaceAll("STAFF_COOKIE", "secret"));
    },
    /** Who answers a request such as "GET / shop.example". */
    ask: async (asked: string, cookie = ""): Promise<string> => {
      const [method = "", path = "", host] = asked.split(" ");
      const reply = await send({ method, url: path, headers: { host, cookie } }).catch(() => undefined);
      if (reply && "maintenance-notice" in reply.headers) return "notice";
      return reply?.statusCode === 200 ? "app" : "proxy";
    },
    stopApp(): void {
      server.closeAllConnections();
      server.close();
    },
    startApp(): void {
      server = start();
    },
  };
});

describe("The files for Traefik", () => {
  it("route to Backsoon while the app is down, and during planned maintenance", async () => {
    const { ask, plan, stopApp, startApp } = stage();
    const who = () => ask("POST /cart shop.example");
    const is = (expected: string) => expect.poll(who, patient).toBe(expected);
    await is("app");
    stopApp();
    await is("notice");
    startApp();
    await is("app");
    plan(["planned"]);
    await is("notice");
    plan(["planned", "planned-staff"]);
    const staff = () => ask("GET /cart shop.example", "a=b; backsoon_staff=secret");
    await expect.poll(staff, patient).toBe("app");
    await is("notice");
    plan([]);
    await is("app");
  });

  it.each<[routers: string, requests: string]>([
    [
      "planned-path",
      `GET /shop shop.example → notice
       POST /shop/cart blog.example → notice
       GET /shop/backsoon-notice shop.example → notice
       GET /backsoon-notice shop.example → app
       GET /shops shop.example → app
       GET / shop.example → app`,
    ],
    [
      "planned-host",
      `POST /a shop.example → notice
       GET /a/backsoon-notice shop.example → notice
       GET /a/backsoon-notice blog.example → app
       GET /a blog.example → app`,
    ],
    [
      "planned-writes planned-own",
      `GET /cart shop.example → app
       OPTIONS /cart shop.example → app
       POST /cart shop.example → notice
       POST /login shop.example → app
       POST /search shop.example → app
       POST /graphql shop.example → app
       POST /login/more shop.example → notice
       PUT /login shop.example → notice
       DELETE /graphql shop.example → notice
       GET /cart/backsoon-notice shop.example → notice
       GET /api/notice shop.example → app
       GET /assets/backsoon-1.js shop.example → notice
       GET /assets/shop.js shop.example → app`,
    ],
  ])("route with %s the same requests to Backsoon as the other recipes", async (routers, requests) => {
    const { ask, plan } = stage();
    plan(routers.split(" "));
    const expected = requests.split(/\n */);
    const asked = expected.map((line) => line.replace(/ → .*/, ""));
    const all = () => Promise.all(asked.map(async (request) => `${request} → ${await ask(request)}`));
    await expect.poll(all, patient).toEqual(expected);
  });
});
