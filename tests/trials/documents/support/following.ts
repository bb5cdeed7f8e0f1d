import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";

/**
 * Starts like a new machine: with its own network, /etc and /run, because documents name ports and paths. It has no other
 * user and no network, and every package is there. Until something is installed, `notice` is the clone's.
 */
const machine = `
  set -em
  checkout=$PWD
  cd "$0"
  mkdir bin clone etc home
  ip link set lo up
  cp -a /etc/. etc && mount --bind etc /etc
  for path in /run /var/log; do mount -t tmpfs tmpfs $path; done
  mkdir /run/haproxy /var/log/nginx
  sed -i "s|:/root:|:$HOME:|" /etc/passwd
  rm -rf /etc/backsoon /etc/nginx/backsoon
  echo 127.0.0.1 shop.example >> /etc/hosts
  program() { printf '#!/bin/sh\\n%s\\n' "$2" > bin/$1; chmod +x bin/$1; }
  program notice 'exec node scripts/bin.mjs "$@"'
  program sudo 'exec "$@"'
  program npm '[ "$1" = ci ] || exec "$NPM" "$@"'
  tar -C "$checkout" --exclude={./.env,./.git,./node_modules,./var} -c . | tar -C clone -x
  mkdir clone/node_modules
  ln -s "$checkout"/node_modules/{.bin,*} clone/node_modules/
  cd clone
  runs() { bash -e ../$1.sh > ../$1 2>&1 || { cat ../$1; exit 1; }; }
  # In a terminal of its own, until the URL answers.
  stays() {
    bash -e ../$1.sh > ../$1 2>&1 & terminals+=($!)
    until curl -sf -o /dev/null $2; do kill -0 $! || { cat ../$1; exit 1; }; done
  }
  ctrl_c() { kill -INT -- -\${terminals[-1]}; wait \${terminals[-1]} || true; unset terminals[-1]; }
`;

export const service = "http://127.0.0.1:8080/.backsoon/readyz";
export const app = "http://127.0.0.1:3000/";
export const quiet = /^$/;
export const checked = /\.\n(ok .*\n)+\d+ fine\.\n$/;

/** What becomes of a block: it prints something, or it stays until a URL answers, or it is left out for a reason. */
type Step = RegExp | typeof service | typeof app | { reason: string };
/** A block by its beginning, its step, and shell lines for things that the text around the block asks for. */
type Row = [begins: string, step: Step, before?: string];

/** Blocks that are not run. */
export const left = (reason: string, ...blocks: string[]): Row[] =>
  blocks.map((begins) => [begins, { reason }]);

/** The shell blocks of a document. */
export const blocksOf = (document: string) =>
  Array.from(readFileSync(document, "utf8").matchAll(/^( *)```sh\n(.*?)^ *```$/gms), ([, , block = ""]) =>
    block.replace(/^ +/gm, ""),
  );

/** Runs all blocks of a document as its rows say, between shell lines, on a new machine. */
export async function follow(document: string, rows: Row[], { first = "", last = "" } = {}): Promise<void> {
  const blocks = blocksOf(document);
  expect(blocks.map((block, at) => block.startsWith(rows[at]?.[0] ?? "?") || block)).toEqual(
    rows.map(() => true),
  );
  const folder = temporaryFolder();
  const lines = rows.map(([, step, before = ""], at) => {
    writeFileSync(join(folder, `${at}.sh`), blocks[at] ?? "");
    const run = step instanceof RegExp ? `runs ${at}` : typeof step === "string" ? `stays ${at} ${step}` : "";
    return `${before}\n${run}`;
  });
  const [home, node] = [join(folder, "home"), dirname(process.execPath)];
  const env = {
    HOME: home,
    PATH: [join(home, ".local/bin"), join(folder, "bin"), node, process.env.PATH].join(":"),
    NPM: join(node, "npm"),
  };
  const script = [machine, first, ...lines, last].join("\n");
  const apart = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", "-c"];
  await promisify(execFile)("unshare", [...apart, script, folder], { env }).catch(({ stdout, stderr }) => {
    throw new Error(`Root could not follow ${document}: ${stdout}${stderr}`);
  });
  for (const [at, [, step]] of rows.entries())
    if (step instanceof RegExp) expect(readFileSync(join(folder, `${at}`), "utf8"), blocks[at]).toMatch(step);
}
