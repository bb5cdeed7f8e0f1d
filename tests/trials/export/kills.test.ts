import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { writeExport } from "../../../api/export/folder.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { cheapFiles, cheapParts, cheapRevision, temporariesIn, wholeExport } from "./cheap-exports.ts";

const lanes = 4;
const killsInLane = 50;

/**
 * Exports revision after revision, and says which, with the product's own code, as it is built; kills itself before one
 * of its calls to the file system.
 */
const exportsForEver = `
  import fs from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  const [folder, first, call] = process.argv.slice(1);
  let left = Number(call);
  const killAt = (calls, names) => {
    for (const name of names) {
      const original = calls[name];
      calls[name] = function (...args) {
        left -= 1;
        if (left === 0) process.kill(process.pid, "SIGKILL");
        return original.apply(this, args);
      };
    }
  };
  const handle = await fs.open("/dev/null");
  killAt(Object.getPrototypeOf(handle), ["writeFile", "chmod", "utimes", "sync"]);
  killAt(fs, ["open", "mkdir", "rename", "symlink", "unlink", "rmdir", "rm", "lutimes"]);
  syncBuiltinESMExports();

  const built = (path) => import(new URL(path, ${JSON.stringify(`${pathToFileURL("dist/node").href}/`)}));
  const { writeExport } = await built("api/export/folder.js");
  const { tryLock } = await built("data/sqlite-file/try-lock.js");
  const script = Buffer.from("export {};");
  const bodies = { br: script, gzip: script, identity: script };
  const assets = [{ path: "/assets/backsoon-cheap.js", type: "text/javascript", bodies }];
  async function* makeFiles({ number }) {
    for (let at = 0; at < ${cheapFiles}; at += 1)
      yield { path: "pages/" + at + ".txt", body: Buffer.from(number + " " + at + " " + "x".repeat(5000) + " end") };
  }
  for (let number = Number(first); ; number += 1) {
    const notice = { isEnabled: true, title: "Title " + number, contactEmail: "support@example.com" };
    const revision = { number, notice, author: "anna", createdAt: new Date(number * 1000).toISOString() };
    await writeExport({ folder, assets, makeFiles, tryLock, now: () => new Date() }, async () => ({ revision }));
    process.stdout.write(number + "\\n");
  }`;

/** Kills one program after another that exports, each at another call; gives how many left something temporary. */
async function runLane(lane: number): Promise<number> {
  const folder = temporaryFolder();
  let [last, leftovers] = [1, 0];
  await writeExport(cheapParts(folder), async () => ({ revision: cheapRevision(last) }));
  for (let kill = 0; kill < killsInLane; kill += 1) {
    const call = 1 + lane + kill * lanes;
    const args = ["--input-type=module", "-e", exportsForEver, folder, String(last + 1), String(call)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (text) => (said += text));
    await once(child, "close");
    expect(child.signalCode).toBe("SIGKILL");
    const acknowledged = Number(said.trim().split("\n").at(-1)) || last;
    leftovers += temporariesIn(folder).length > 0 ? 1 : 0;
    const current = await wholeExport(folder);
    // What was said to be exported is, and at most one more.
    expect([acknowledged, acknowledged + 1]).toContain(current?.revision ?? 0);
    last = current?.revision ?? 0;
  }
  await writeExport(cheapParts(folder), async () => ({ revision: cheapRevision(last + 1) }));
  expect((await wholeExport(folder))?.revision).toBe(last + 1);
  expect(temporariesIn(folder)).toEqual([]);
  return leftovers;
}

it("leaves the last whole export, before whichever of 200 calls the program that makes the next one is killed", async () => {
  const outcomes = await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  const leftovers = outcomes.reduce((sum, count) => sum + count, 0);
  // The kills have met exports that were under way.
  expect(leftovers).toBeGreaterThan((lanes * killsInLane) / 4);
});
