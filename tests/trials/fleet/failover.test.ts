import { expect, inject, it } from "vitest";
import { serialize } from "../../../schema/notice/notice.ts";
import { sumOf } from "../../../schema/notice/sum.ts";
import { sql } from "../../support/postgres/sql.ts";
import { noticeWith } from "../../support/texts/notices.ts";
import { startLagging } from "./support/lagging.ts";
import { startNode } from "./support/node.ts";
import { sendVisitors } from "./support/visitors.ts";

const { binaries } = inject("postgres");

/** A primary, a standby that has lost sight of it, and a node that has shown two revisions more than the standby has. */
async function startWithNode() {
  const { DATABASE, primary, standby, run, cutOff, promote } = await startLagging(binaries);
  const node = await startNode(DATABASE);
  const titles = ["Known", "Under Maintenance", "Two", "Three", "Four", "Another four", "After"];
  const visitors = sendVisitors(node, titles);
  await run("set", "--title", "Two", "--wait", "1m");
  await cutOff(2);
  for (const title of ["Three", "Four"])
    expect((await run("set", "--title", title, "--wait", "1m")).stdout).toContain("on 1 of 1 node.");
  await visitors.untilShown("Four");
  expect((await run("check")).stdout).toContain(
    `ok      hosts: 127.0.0.1:${standby.port}: it is a standby, not the primary; 127.0.0.1:${primary.port}: it takes writes\n`,
  );
  const failOver = async () => {
    await primary.kill();
    await visitors.until("down");
    await promote();
  };
  return { run, node, before: node.told(), visitors, standby, failOver };
}

it("a failover to a standby that lags takes no visitor back, and commands go on when a person says so", async ({
  annotate,
}) => {
  const { run, node, before, visitors, failOver } = await startWithNode();
  await failOver();
  await expect
    .poll(async () => (await run("nodes")).stdout)
    .toMatch(/^a {2}revision 4, which the store does not have {2}running/);
  expect(await run("set", "--title", "After")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is at revision 2, but visitors have seen revision 4"),
  });
  await visitors.untilShown("Four");
  const after = await run("set", "--title", "After", "--after-failover", "--wait", "1m");
  expect(after.stdout).toContain("Revision 5 is published on 1 of 1 node.");
  expect(after.stdout).toContain("Revisions 3 to 4, which visitors have seen, are gone.");
  const up = await visitors.until("up");
  await visitors.untilShown("After");
  await expect.poll(() => node.told()).toEqual({ down: before.down + 1, up: before.up + 1 });
  const seen = { ...(await visitors.end()), ...(await node.pauses()) };
  await annotate(`up again ${up} ms after the change; ${JSON.stringify(seen)}`);
});

it("a number that is given out twice with another text is shown", async () => {
  const { run, visitors, standby, failOver } = await startWithNode();
  await failOver();
  const another = noticeWith({ title: "Another four" });
  // Somebody was faster than every node.
  await sql(
    standby.port,
    `INSERT INTO backsoon.revision VALUES
      (4, '${serialize(another)}', '${sumOf(another)}', 'eve', '2026-11-21T10:00:00.000Z', 'another')`,
  );
  await visitors.untilShown("Another four");
  await visitors.until("up");
  expect((await run("set", "--title", "After", "--wait", "1m")).stdout).toContain(
    "Revision 5 is published on 1 of 1 node.",
  );
  await visitors.untilShown("After");
});
