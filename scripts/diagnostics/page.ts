import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DiagnosticResult } from "../../data/store.ts";
import type { Context } from "../terminal/context.ts";

/** Looks for the page that the build made, and for the script that it names. */
export function checkBuiltPage({ installation }: Pick<Context, "installation">): DiagnosticResult {
  const file = join(installation.webBuild, "index.html");
  const script = existsSync(file) && /src="\/(assets\/[^"]+)"/.exec(readFileSync(file, "utf8"))?.[1];
  const isBuilt = script && existsSync(join(installation.webBuild, script));
  return {
    subject: "page",
    state: isBuilt ? "ok" : "failure",
    detail: isBuilt
      ? `built, with ${script}`
      : "not built: run `npm run build` in a clone, or install Backsoon again",
  };
}
