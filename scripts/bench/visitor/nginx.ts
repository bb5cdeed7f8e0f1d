import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Switched, startByFile } from "../against/web-servers.ts";
import type { Bench } from "../harness/bench.ts";
import type { Running } from "../harness/processes.ts";

const recipe = new URL("../../../../../docs/deploy/nginx.conf", import.meta.url);

/** Starts nginx with our recipe, switched on, in front of a service; with `kept`, it keeps that many connections to it. */
export async function startInFront(
  bench: Bench,
  program: string,
  { url }: Running,
  kept?: number,
): Promise<Switched> {
  const { host } = new URL(url);
  const pool = kept === undefined ? "" : `keepalive ${kept};`;
  const configuration = readFileSync(recipe, "utf8")
    .replaceAll("127.0.0.1:8080", host)
    .replace("upstream backsoon {", `upstream backsoon { ${pool}`);
  const nginx = await startByFile(bench, `in-front-${kept ?? 0}`, "nginx", program, configuration);
  writeFileSync(join(nginx.flags, "on"), "");
  return nginx;
}
