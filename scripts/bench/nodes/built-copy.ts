import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { OtherNode } from "../against/other-node.ts";
import { linkPackages } from "../against/packages.ts";
import { environment, server } from "../against/servers.ts";
import type { Bench } from "../harness/bench.ts";
import { type Running, startServer } from "../harness/processes.ts";

/** A copy of the build, and the Node that is to run it. */
export interface BuiltCopy {
  folder: string;
  node: OtherNode;
}

/** Where the build keeps what puts heads together. */
const keptHead = "dist/node/api/http/kept-head.js";
/** The same with no head kept: Node puts each one together. */
const headsOfNode = `import { headersOf } from "./kept-head-itself.js";
export { createHead, headersOf } from "./kept-head-itself.js";
export function writeHead(response, head, value = "") {
  response.writeHead(head.status, headersOf(head, value));
}
`;

/** Copies the build into the measurement's folder, with the driver of that Node among its packages. */
export function copyBuild(bench: Bench, node: OtherNode): BuiltCopy {
  const folder = join(bench.folder, `copy-${node.version}`);
  mkdirSync(folder);
  for (const name of ["dist", "package.json"]) cpSync(name, join(folder, name), { recursive: true });
  linkPackages(folder, { "better-sqlite3": node.driver });
  return { folder, node };
}

/** Copies the build so that it keeps no head; nothing else about it is different. */
export function copyWithoutKeptHeads({ folder, node }: BuiltCopy): BuiltCopy {
  const other = `${folder}-no-kept-heads`;
  cpSync(folder, other, { recursive: true, verbatimSymlinks: true });
  cpSync(keptHead, join(other, keptHead.replace(".js", "-itself.js")));
  writeFileSync(join(other, keptHead), headsOfNode);
  return { folder: other, node };
}

/** The service's program in a copy. */
export function serverIn({ folder }: BuiltCopy): string {
  return join(folder, relative(resolve("."), server));
}

/** The environment of the service in a copy, whose store is its own. */
export function environmentIn(bench: Bench, { folder }: BuiltCopy): NodeJS.ProcessEnv {
  return environment(bench, { DATABASE: join(folder, "notice.db") });
}

/** Starts the service in a copy. */
export function startCopy(bench: Bench, copy: BuiltCopy): Promise<Running> {
  return startServer(bench, [copy.node.program, serverIn(copy)], environmentIn(bench, copy), "server");
}
