import { expect, it } from "vitest";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { newSchemaUrl } from "../support/postgres/schema.ts";
import { sql } from "../support/postgres/sql.ts";
import { editHere, sessionOf } from "../support/service/editor-here.ts";

const cluster = sharedCluster();
const own = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };

it("an editor whose role may not write tokens lists them and says so to whoever invites; one whose role may invites", async () => {
  const url = newSchemaUrl(cluster.port);
  const schema = new URL(url).searchParams.get("schema");
  const owner = await editHere({ database: url });
  await owner.addToken("deploy");
  await sql(
    cluster.port,
    `CREATE ROLE publisher LOGIN; GRANT USAGE ON SCHEMA ${schema} TO publisher;
     GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO publisher;
     GRANT INSERT ON ${schema}.revision TO publisher;`,
  );
  const editor = await editHere({ database: url.replace("postgres@", "publisher@") });
  const headers = { ...own, ...(await editor.signIn()) };
  const listed = await editor.ask({ url: "/api/tokens", headers });
  expect(listed.json().tokens).toMatchObject([{ name: "deploy", expired: false }]);
  const payload = JSON.stringify({ name: "ben", scope: "read", expires: "1d" });
  const invite = () => editor.ask({ method: "POST", url: "/api/invitations", headers, payload });
  const refused = await invite();
  expect([refused.statusCode, refused.json().code]).toEqual([503, "STORE_FORBIDDEN"]);
  expect(refused.json().detail).toMatch(
    /^The role publisher lacks a right that this needs at .*grant it as docs\/fleet\.md says\.$/,
  );

  await sql(cluster.port, `GRANT INSERT, DELETE ON ${schema}.token TO publisher`);
  const invited = await invite();
  expect(invited.statusCode).toBe(200);
  const invitation = new URL(invited.json().link).hash.replace("#invitation=", "");
  const open = () =>
    editor.ask({
      method: "POST",
      url: "/api/session",
      headers: own,
      payload: JSON.stringify({ invitation }),
    });
  // The right is taken away again before somebody comes: the invitation waits for it.
  await sql(cluster.port, `REVOKE INSERT ON ${schema}.token FROM publisher`);
  expect((await open()).statusCode).toBe(503);
  await sql(cluster.port, `GRANT INSERT ON ${schema}.token TO publisher`);
  const opened = await open();
  expect(opened.json().made).toMatchObject({ name: "ben", scope: "read" });
  const reply = await editor.ask({ url: "/api/notice", headers: sessionOf(opened) });
  expect(reply.statusCode).toBe(200);
  expect((await owner.ask({ url: "/api/tokens", headers: await owner.signIn() })).json().tokens).toHaveLength(
    2,
  );
});
