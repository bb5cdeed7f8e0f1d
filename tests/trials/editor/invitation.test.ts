import { expect, it } from "vitest";
import { button, field, openEditor, says, sharedPage } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const begin = sharedPage(editor);

const linkTo = (invitation: string): string => `${editor().url}/#invitation=${invitation}`;

it("an invitation that is over says whom to ask, and one that is pasted in the place of a token is followed", async () => {
  const { page, unexpected } = await openEditor(linkTo("used"));
  await button(page, "Accept the invitation").click();
  await says(page, /was used or replaced.*or ended when the editor restarted: ask the person/);
  expect([page.url(), await button(page, "Accept the invitation").count()]).toEqual([`${editor().url}/`, 0]);
  await button(page, "Sign in another way").click();
  const invitation = await editor().invite({ name: "dora", scope: "read" });
  await page.getByLabel("Token").fill(` ${linkTo(invitation)} `);
  await page.keyboard.press("Enter");
  await button(page, "Accept the invitation").click();
  await says(page, /You are signed in as dora, and may read\./);
  expect(unexpected()).toEqual([]);
});

it("an invitation that somebody follows who is signed in is theirs to leave, and keeps what they typed", async () => {
  const invitation = await editor().invite({ name: "carl", scope: "read" });
  const { page } = await begin();
  const title = field(page, "Title");
  await title.fill("Typed by anna");
  const follow = () => page.evaluate((link) => location.assign(link), linkTo(invitation));
  await follow();
  await says(page, "You are signed in as anna here");
  await button(page, "Go to the editor").click();
  await expect.poll(() => title.inputValue()).toBe("Typed by anna");
  expect(page.url()).toBe(`${editor().url}/`);
  await follow();
  await button(page, "Accept the invitation").click();
  await says(page, /You are signed in as carl, and may read\./);
  await button(page, "Go to the editor").click();
  await says(page, "You can read, but not publish");
  await expect.poll(() => title.inputValue()).toBe("Typed by anna");
});
