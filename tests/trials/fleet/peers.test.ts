import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { readiness } from "../../support/service/service.ts";
import { startNode } from "./support/node.ts";
import { peers, startPeer } from "./support/peers.ts";
import { sendVisitors } from "./support/visitors.ts";

/** The most processor time that a turn of the event loop may take, in ms. */
const maxTurnMs = 50;
/** The most that anybody takes from a peer at once, with what is on the way, in bytes. */
const maxTakenBytes = 64 * 1024 * 1024;

describe.each(peers)("in front of a peer that %s,", (name) => {
  it("a node answers visitors as ever, and says once that its store is down", async ({ annotate }) => {
    const { url, connections, mostSent } = await startPeer(name);
    const node = await startNode(url, {}, true);
    // From the first moment on: what has never been read is not up.
    expect(await readiness(node)).toMatchObject({ store: "down", revision: 1 });
    const visitors = sendVisitors(node, ["Known"]);
    const before = connections();
    await expect.poll(connections).toBeGreaterThan(before + 1);
    await visitors.until("down");
    await expect.poll(() => node.told()).toEqual({ down: 1, up: 0 });
    const seen = { ...(await visitors.end()), ...(await node.pauses()) };
    await annotate(`${name}: ${JSON.stringify(seen)}, at most ${mostSent()} bytes`);
    expect(seen.visits).toBeGreaterThan(0);
    expect(seen.processorMs).toBeLessThan(maxTurnMs);
    expect(mostSent()).toBeLessThan(maxTakenBytes);
  });

  it("a command ends with one sentence", async () => {
    const { url, mostSent } = await startPeer(name);
    const env = { ...process.env, DATABASE: url, STATE_DIR: temporaryFolder() };
    const { code, stdout, stderr } = await noticeProcess(env, ["show"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^The notice store at postgres:\S+ cannot be reached \([^)]+\): make sure that the database runs, and that DATABASE and DATABASE_PASSWORD are right\.\n$/,
    );
    expect(mostSent()).toBeLessThan(maxTakenBytes);
  });
});
