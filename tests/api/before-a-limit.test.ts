import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { type Notice, serialize } from "../../schema/notice/notice.ts";
import type { Ask } from "../support/network/http.ts";
import { forPage } from "../support/network/http.ts";
import { createTestApp } from "../support/service/app.ts";
import { insertRow } from "../support/store/forged-backup.ts";
import { noticeWith, outOfLimits } from "../support/texts/notices.ts";

/** Asks a service whose second revision is a notice that today's limits refuse. */
async function served(notice: Notice): Promise<Ask> {
  const { ask, database } = await createTestApp();
  const db = new Database(database);
  insertRow(db, { revision: 2, body: serialize(notice) });
  db.close();
  return ask;
}

describe("A notice from before a limit", () => {
  it.each(outOfLimits)("is served unchanged in every format: %s", async (_name, changes) => {
    const notice = noticeWith(changes);
    const ask = await served(notice);
    const get = async (Accept: string, language = "en") => {
      const reply = await ask({ url: "/cart", headers: { Accept, "Accept-Language": language } });
      expect([reply.statusCode, reply.headers["maintenance-notice"]]).toEqual([503, "2"]);
      return reply;
    };
    const document = await ask({ url: "/api/notice" });
    expect([document.statusCode, document.json()]).toEqual([200, notice]);
    const { title, contactEmail } = notice;
    expect((await get("application/json")).json()).toMatchObject({ title, contactEmail });
    const { title: german = title } = notice.translations?.de ?? {};
    const inGerman = german === "Under Maintenance" ? "Wartungsarbeiten" : german;
    expect((await get("application/json", "de")).json().title).toBe(inGerman);
    expect((await get("text/plain")).body).toContain(`${title}\n\n`);
    // XML allows no control characters but line breaks and tabs.
    expect((await get("application/xml")).body).toContain(
      `<title>${title.replace("\u0007", "\ufffd")}</title>`,
    );
    const page = (await get("text/html")).body;
    expect(page).toContain(`${title}</h1>`);
    expect(page).toContain(`href="mailto:${contactEmail}"`);
    expect(page).toMatch(/<template><\/template>\s*<\/body>\s*<\/html>/);
  });

  it("has a link to its address that adds no recipient", async () => {
    const ask = await served(noticeWith({ contactEmail: "help@b.example?bcc=eve@c.example" }));
    expect((await ask({ url: "/", headers: forPage })).body).toContain(
      'href="mailto:help@b.example%3Fbcc%3Deve@c.example"',
    );
  });
});
