import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { serialize } from "../../../schema/notice/notice.ts";
import { openSignedIn, says, saysPublished } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { insertRow } from "../../support/store/forged-backup.ts";
import { maxTitle, overlong } from "../../support/texts/notices.ts";

const editor = sharedEditor();

it("the editor shows a notice that was published before a limit, names the field, and publishes it corrected", async () => {
  const db = new Database(editor().database);
  insertRow(db, { revision: 2, body: serialize({ ...overlong, message: "Back at nine." }) });
  db.close();
  const { page, previewText, unexpected } = await openSignedIn(editor());
  const title = page.getByLabel("Title", { exact: true });
  expect(await title.inputValue()).toBe(overlong.title);
  await says(page, "Title is 10 characters too long: shorten it.");
  await says(page, `${maxTitle + 10} of ${maxTitle}`);
  await says(page, "Your draft, except for what has to be corrected first: Title");
  await expect.poll(() => previewText(".message")).toBe("Back at nine.");
  await page.getByLabel("Message", { exact: true }).fill("Back at ten.");
  await expect.poll(() => previewText(".message")).toBe("Back at ten.");
  await title.fill("Moving");
  await expect.poll(() => previewText()).toBe("Moving");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await saysPublished(page, "Revision 3 is live.");
  expect(unexpected()).toEqual([]);
});
