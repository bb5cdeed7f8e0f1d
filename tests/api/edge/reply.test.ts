import { expect, it } from "vitest";
import { createEdgeReply } from "../../../api/edge/reply.ts";
import { makeEdgeNotice } from "../../../api/export/module.ts";
import { readBuild } from "../../../api/http/assets.ts";
import { headersOf } from "../../../api/http/reply.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { broken, createTestApp, pagesWith } from "../../support/service/app.ts";
import { cases, comparable, edgeNotices, isRetryAlike } from "./table.ts";

const build = readBuild("dist/web");
const corsOrigins = ["https://shop.example"];
const frameOrigins = ["https://*.lms.example", "http://localhost:3000"];

async function startBoth(notice: Partial<Notice>) {
  const live = { pollSeconds: 60, returnSpreadSeconds: 5 };
  const pages = pagesWith({ live, frameOrigins });
  const { ask, store } = await createTestApp(notice, { pages, corsOrigins: new Set(corsOrigins) });
  const made = makeEdgeNotice(await store.latest(), {
    live: { ...live, pollSeconds: 10 },
    retryAfter: 120,
    corsOrigins,
    frameOrigins,
    paymentsKey: undefined,
    build,
    brand: undefined,
    failed: broken,
  });
  // The module file holds this as JSON.
  return { ask, reply: createEdgeReply(JSON.parse(JSON.stringify(made))), etag: made.document.etag };
}

it.each(Object.entries(edgeNotices))("An edge module replies as the service: %s", async (_when, notice) => {
  const { ask, reply, etag } = await startBoth(notice());
  const all = cases(build.assets[0]?.path ?? "", etag);
  // The module marks the requests that its switch keeps from the app.
  const lost = all.map((each) => ({ ...each, headers: { ...each.headers, "backsoon-unsaved": "1" } }));
  for (const asked of [...all, ...lost.filter(({ method }) => method === "POST")]) {
    const theirs = await ask(asked);
    const { head, varyingValue, body } = reply(asked.method, asked.url, asked.headers, Date.now());
    const raw = headersOf(head, varyingValue);
    const names = raw.filter((_, at) => at % 2 === 0);
    const headers = Object.fromEntries(names.map((name, at) => [name.toLowerCase(), raw[at * 2 + 1]]));
    const sent = asked.method === "HEAD" ? "" : Buffer.from(body).toString();
    const expected = [asked, theirs.statusCode, comparable(theirs.headers), theirs.body];
    expect([asked, head.status, comparable(headers), sent]).toEqual(expected);
    expect(isRetryAlike(headers["retry-after"], theirs.headers["retry-after"])).toBe(true);
  }
});
