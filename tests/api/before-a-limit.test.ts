import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { serialize } from "../../schema/notice/notice.ts";
import { createTestApp } from "../support/service/app.ts";
import { insertRow } from "../support/store/forged-backup.ts";
import { noticeWith, outOfLimits } from "../support/texts/notices.ts";

it.each([
  ...outOfLimits,
  ["an address with recipients", { contactEmail: "help@b.example?bcc=eve@c.example" }] as const,
])("A notice from before a limit is served unchanged in every format: %s", async (_name, changes) => {
  const notice = noticeWith(changes);
  const { ask, database } = await createTestApp();
  const db = new Database(database);
  insertRow(db, { revision: 2, body: serialize(notice) });
  db.close();
  const get = async (accept: string, language = "en") => {
    const reply = await ask({ url: "/cart", headers: { accept, "accept-language": language } });
    expect([reply.statusCode, reply.headers["maintenance-notice"]]).toEqual([503, "2"]);
    return reply;
  };
  const { title, contactEmail, translations } = notice;
  expect((await ask({ url: "/api/notice" })).json()).toEqual(notice);
  expect((await get("application/json")).json()).toMatchObject({ title, contactEmail });
  if (translations) expect((await get("application/json", "de")).json().title).toBe(translations.de?.title);
  expect((await get("text/plain")).body).toContain(`${title}\n\n`);
  // XML allows no control characters but line breaks and tabs.
  expect((await get("application/xml")).body).toContain(
    `<title>${title.replace("\u0007", "\ufffd")}</title>`,
  );
  const page = (await get("text/html")).body;
  expect(page).toContain(`${title}</h1>`);
  // The link must add no recipient.
  expect(page).toContain(`href="mailto:${contactEmail.replace("?", "%3F").replace("=", "%3D")}"`);
  expect(page).toMatch(/<template><\/template>\s*<\/body>\s*<\/html>/);
});
