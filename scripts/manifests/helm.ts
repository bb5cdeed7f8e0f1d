import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Another version may print the same objects in other words. */
const helmVersion = "4.3.1";
const folder = resolve("var/programs", `helm-${helmVersion}`);
const compiled = resolve(folder, "helm");

/**
 * The path of Helm in the version that makes the manifests: the machine's own, or else one that Go compiles, which takes
 * minutes and is kept.
 * @throws Error that says what is missing
 */
export function findHelm(): string {
  if (existsSync(compiled)) return compiled;
  if (versionOf("helm") === `v${helmVersion}`) return "helm";
  try {
    const source = `helm.sh/helm/v4/cmd/helm@v${helmVersion}`;
    const args = [`GOBIN=${folder}`, "go", "install", "-trimpath", "-ldflags=-s -w", source];
    execFileSync("env", args, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (cause) {
    throw new Error(
      `The chart needs Helm ${helmVersion}, or Go and its module proxy, which compile it: install either.`,
      { cause },
    );
  }
  return compiled;
}

/** The version of an installed Helm, as `v4.3.1`; undefined if there is none. */
function versionOf(helm: string): string | undefined {
  try {
    const args = ["version", "--template", "{{.Version}}"];
    return execFileSync(helm, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}
