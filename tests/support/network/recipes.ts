import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { temporaryFolder } from "../folder.ts";
import type { ProxyName } from "../setup/proxies.ts";
import { startProxy } from "./proxy.ts";

/** The proxies, each with the file in `docs/deploy/` that tells how to run it before us. */
export const recipes: [ProxyName, string][] = [
  ["nginx", "nginx.conf"],
  ["haproxy", "haproxy.cfg"],
  ["apache2", "apache.conf"],
];

interface Behind {
  /** The port of an app; nobody listens there unless one is given. */
  app?: number;
  /** The URLs of one Backsoon, or of two. */
  services: string[];
  /** The folder in the place of `/etc/backsoon`; an empty one unless one is given. */
  flags?: string;
  /** The secret of the staff's link; without one nobody gets past the notice. */
  staff?: string;
  /** What else is to be done to the recipe, as its comments say. */
  edit?(recipe: string): string;
  /** How visitors come; over TLS only where `edit` says so to the proxy. */
  protocol?: "http" | "https";
}

/** Runs a proxy by its recipe, word for word but for its ports and for the folder of its switch; gives its URL. */
export async function startByRecipe([proxy, file]: [ProxyName, string], behind: Behind): Promise<string> {
  const { services, flags = temporaryFolder(), staff } = behind;
  const [first, second] = services.map((url) => Number(new URL(url).port));
  // A proxy looks into it as another user.
  chmodSync(flags, 0o755);
  const text = readFileSync(join("docs/deploy", file), "utf8");
  // HAProxy's switch is in comments, and the file that it reads must be there.
  const written = proxy === "haproxy" && behind.flags !== undefined ? withMap(text, flags) : text;
  const shipped = written.replaceAll("/etc/backsoon", () => flags);
  const edited = behind.edit?.(shipped) ?? shipped;
  const recipe = staff === undefined ? edited : withStaff(edited, staff);
  const ports = {
    "3000": behind.app ?? (await freePort()),
    "8000": await freePort(),
    "8080": first ?? (await freePort()),
    "8090": second ?? (await freePort()),
  };
  return startProxy(proxy, second === undefined ? recipe : withSecond(recipe), ports, behind.protocol);
}

/** What a recipe has in comments for a second one: whatever names its port, and HAProxy's check of it. */
const secondLines =
  /^( *|\t*)# (?= *(?:(?:server|to|BalancerMember) .*:8090\b|backend readiness$|option httpchk GET \/\.backsoon\/readyz$|timeout check ))/gm;

/** A recipe with what it says in comments for a second Backsoon. */
function withSecond(recipe: string): string {
  return recipe.replace(secondLines, "$1");
}

/** HAProxy's recipe with its switch, and with its socket in the folder where that is. */
export function withMap(recipe: string, flags: string): string {
  writeFileSync(join(flags, "haproxy.map"), "notice off\n");
  return recipe
    .replace(/^( *)# (?=stats socket |http-request set-var)/gm, "$1")
    .replaceAll("/run/haproxy", () => flags);
}

/** A recipe with the lines that it has in comments for the staff's secret, and the secret in them. */
export function withStaff(recipe: string, secret: string): string {
  return recipe.replace(/^([ \t]*)# (?=.*\bSTAFF_SECRET\b)/gm, "$1").replaceAll("STAFF_SECRET", () => secret);
}
