import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeToken } from "../../schema/token/token.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { newSchema } from "../support/postgres/schema.ts";
import { setStandbys } from "../support/postgres/sql.ts";
import { editHere } from "../support/service/editor-here.ts";
import { storeIsUp } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";
import { writing } from "../support/service/writing.ts";
import { noticeWith } from "../support/texts/notices.ts";

const cluster = sharedCluster();

/** The API on a new store in the database. */
async function newApi() {
  const { url: database, alter } = newSchema(cluster().port);
  const here = await editHere({ database });
  const token = await here.addToken("Deploys");
  /** The status of a request with a token. */
  const bear = async (token: string) =>
    (await here.ask({ url: "/api/session", headers: { Authorization: `Bearer ${token}` } })).statusCode;
  return { ...here, database, alter, token, bear, api: writing(here, token) };
}

describe("The editor's API on a shared store", () => {
  it("lists the nodes that show a change, and warns of a silent node", async () => {
    const { api, database, alter } = await newApi();
    const node = await serveHere({ DATABASE: database, STATE_DIR: temporaryFolder(), NODE_NAME: "web-1" });
    await storeIsUp(node);
    const ask = async () => (await api.get("/api/nodes")).json();
    // A node reports first without a revision.
    await expect.poll(ask, patient).toMatchObject({ shared: true, nodes: [{ label: "web-1", number: 1 }] });
    const shown = await ask();

    const answer = (await api.patch({ title: "For every node" })).json();
    expect(answer).toMatchObject({ revision: 2, warnings: [] });
    expect(answer.nodes).toMatchObject({ live: [{ label: "web-1", number: 2 }], others: [], silent: [] });
    expect(Object.keys(answer.nodes.live[0]).sort()).toEqual(Object.keys(shown.nodes[0]).sort());

    await alter(`INSERT INTO instance (id, label, store, revision, sha256, seen_at)
      SELECT '${randomUUID()}', 'web-2', id, 1, '', clock_timestamp() - interval '1 hour' FROM store`);
    const late = (await api.patch({ title: "For nearly every node" })).json();
    const silent = [{ label: "web-2", number: 1 }];
    expect(late.nodes).toMatchObject({ others: silent, silent });
    const warning = /^Revision 3 is published, without waiting .*web-2 may still show revision 1/;
    expect(late.warnings).toEqual([expect.stringMatching(warning)]);
  });

  it("replies 504 to a change that no standby confirms, and finds it again by its Idempotency-Key", async () => {
    const { api } = await newApi();
    const headers = { "If-Match": await api.etag(), "Idempotency-Key": randomUUID() };
    const notice = noticeWith({ title: "Perhaps" });
    const { port } = cluster();
    await setStandbys(port, "gone");
    onTestFinished(() => setStandbys(port, ""));
    const unsure = await api.put(notice, headers);
    expect([unsure.statusCode, unsure.json().code]).toEqual([504, "PUBLISH_UNCONFIRMED"]);
    await setStandbys(port, "");
    const settled = await api.put(notice, headers);
    expect(settled.json()).toMatchObject({ revision: 2, published: true, author: "Deploys", notice });
    expect((await api.put(notice, headers)).json()).toEqual(settled.json());
    expect((await api.get("/api/revisions")).json().revisions).toHaveLength(2);
  });

  it("replies 503 to tokens and changes while the database is down", async () => {
    const { ask, bear, token, signIn, url } = await newApi();
    expect(await bear(token)).toBe(200);
    const signedIn = await signIn();
    await cluster().end();
    onTestFinished(() => cluster().start());
    expect(await bear(token)).toBe(503);
    const headers = { ...signedIn, Origin: url, "Content-Type": "application/merge-patch+json" };
    const answer = await ask({ method: "PATCH", url: "/api/notice", headers, payload: '{"title":"x"}' });
    expect([answer.statusCode, answer.json().code]).toEqual([503, "STORE_UNREACHABLE"]);
  });

  it("uses one connection to the database for thirty requests with tokens at a time", async () => {
    const { backend, bear, token } = await newApi();
    const { openAccess } = backend;
    const counts = { open: 0, most: 0 };
    backend.openAccess = async () => {
      counts.open += 1;
      counts.most = Math.max(counts.most, counts.open);
      const access = await openAccess();
      const close = () => {
        counts.open -= 1;
        return access.close();
      };
      return { ...access, close };
    };
    const wrong = Array.from({ length: 30 }, () => bear(makeToken()));
    expect(await bear(token)).toBe(200);
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([401, 429]));
    expect(counts).toEqual({ open: 0, most: 1 });
  });
});
