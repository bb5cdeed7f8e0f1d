import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import type { ProxyName } from "../setup/proxies.ts";
import { startProxy } from "./proxy.ts";

/** The proxies, each with the file in `docs/deploy/` that tells how to run it before us. */
export const recipes: [ProxyName, string][] = [
  ["nginx", "nginx.conf"],
  ["haproxy", "haproxy.cfg"],
  ["caddy", "Caddyfile"],
  ["apache2", "apache.conf"],
];

interface Behind {
  /** The port of an app; nobody listens there unless one is given. */
  app?: number;
  /** The URLs of one Backsoon, or of two. */
  services: string[];
}

/** Runs a proxy by its recipe, word for word but for its ports; gives its URL. */
export async function startByRecipe([proxy, file]: [ProxyName, string], behind: Behind): Promise<string> {
  const [first, second] = behind.services.map((url) => Number(new URL(url).port));
  const recipe = readFileSync(join("docs/deploy", file), "utf8");
  const ports = {
    "3000": behind.app ?? (await freePort()),
    "8000": await freePort(),
    "8080": first ?? (await freePort()),
    "8081": second ?? (await freePort()),
  };
  return startProxy(proxy, second === undefined ? recipe : withSecond(recipe), ports);
}

/** What a recipe has in comments for a second one: whatever names its port, and HAProxy's check of it. */
const secondLines =
  /^( *|\t*)# (?= *(?:(?:server|to|BalancerMember) .*:8081\b|backend readiness$|option httpchk GET \/readyz$|timeout check ))/gm;

/** A recipe with what it says in comments for a second Backsoon. */
function withSecond(recipe: string): string {
  return recipe.replace(secondLines, "$1");
}
