import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { type EditorPage, openEditor, openElsewhere, signIn } from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { chatHere } from "../../support/service/chat-here.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor(async (onFinished) => {
  const { proposals } = await chatHere({ onFinished });
  return { proposals };
});

const byLink = "Sign in with this link";
const historyLength = (page: Page) => page.evaluate(() => history.length);
const keptBy = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

it("A link signs in once, leaves no secret in the browser, and can be pasted", async () => {
  const used = await editor().makeLink();
  const { page, unexpected, enter, choose, says, button, enterToken, title } = await openEditor(used);
  const depth = await historyLength(page);
  await enter();
  expect([page.url(), await historyLength(page)]).toEqual([`${editor().url}/`, depth]);
  const kept = await keptBy(page);
  expect(kept).not.toMatch(/link|secret|bsn_|backsoon-/);
  expect(Object.keys(JSON.parse(kept)[0])).toEqual(["backsoon session key"]);

  await choose("Sign out");
  await says("You are signed out.");
  await says("Ask whoever invited you for a new link.");
  await page.goto(used);
  await button(byLink).click();
  await says("This link was used, has expired or is incomplete. Ask whoever invited you for a new link.");
  expect([page.url(), await button(byLink).count()]).toEqual([`${editor().url}/`, 0]);
  await button("Sign in another way").click();
  await enterToken(` ${(await editor().makeLink()).replace("127.0.0.1", "localhost")} `);
  await button(byLink).click();
  await title.waitFor();
  expect([page.url(), unexpected()]).toEqual([`${editor().url}/`, []]);
});

it("A read-only token shows everything and publishes nothing, until a link signs in again", async () => {
  const { page, unexpected, enterToken, says, button, choose, title } = await openEditor(editor().url);
  await enterToken("bsn_wrong");
  await says("This token was not accepted.");
  await enterToken(` ${await editor().addToken("reader", "read")} `);
  await says("You can read, but not publish. Ask whoever invited you for another link.");
  const fields = page.getByRole("tabpanel", { name: "The notice" });
  for (const input of await fields.locator("textarea, input:not([type=radio])").all())
    expect([await input.isEditable(), await input.isEnabled()]).toEqual([false, true]);
  for (const choice of await fields.locator("select, [type=radio]").all())
    expect(await choice.isDisabled()).toBe(true);
  await title.selectText();
  await page.keyboard.type("Tried");
  expect(await title.inputValue()).toBe(defaults.title);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(defaults.title);
  expect(await page.getByLabel("Add a language").isVisible()).toBe(false);
  expect(await button("Translate all").count()).toBe(0);
  await choose("History");
  const history = page.getByRole("dialog", { name: "History" });
  await history.locator("summary").first().click();
  await history.locator("dl").waitFor();
  expect(await button("Publish again").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  expect(await page.getByRole("button", { name: /^Publish/ }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");

  const depth = await historyLength(page);
  // As if the link was pasted into the address bar: only the fragment changes.
  await page.evaluate((link) => location.replace(link), await editor().makeLink());
  await says("You are signed in as reader here: the link signs you out first.");
  await button(byLink).click();
  await page.waitForURL(`${editor().url}/`);
  await expect.poll(() => page.locator("body").innerText()).not.toContain("You can read, but not publish");
  expect(await historyLength(page)).toBe(depth);
  expect(unexpected()).toEqual([]);
});

it("All tabs share a session, and a new sign-in after a lost key loses no typed text", async () => {
  const opened = await openEditor(await editor().makeLink());
  const { page, context, says, enterToken, choose, button, previews, title, titleIs } = opened;
  await opened.enter();
  const other = await openEditor(`${editor().url}/healthz`, context);
  // A tab that signs in shares its session with the others.
  await other.page.evaluate(signIn, await editor().secret());
  await title.fill("In the new session");
  await previews("In the new session");
  await page.evaluate(() => localStorage.removeItem("backsoon session key"));
  await wake(page);
  await says("You are signed out, but your words are still here");
  await title.fill("Typed since");
  await page.reload();
  await says("This browser has lost the key of your sign-in");
  await enterToken(await editor().addToken("by night"));
  await titleIs("Typed since");
  await choose("Sign out");
  await says("This browser keeps words that are not published.");
  await button("Delete them and sign out").click();
  await says("Ask whoever invited you for a new link.");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(opened.unexpected()).toEqual([]);
});

it("A tab shows the new person after another tab signed in as somebody else", async () => {
  const opened = await openEditor(await editor().makeLink());
  await opened.enter();
  const other = await openEditor(editor().url, opened.context);
  await other.choose("Sign out");
  await other.enterToken(await editor().addToken("watcher", "read"));
  await other.says("watcher");
  await wake(opened.page);
  await opened.says("watcher");
  await opened.says("You can read, but not publish.");
});

/** Presses Copy, and returns the clipboard. */
async function copied({ page, context, button, says }: EditorPage): Promise<string> {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await button("Copy").click();
  await says("Copied.");
  return page.evaluate(() => navigator.clipboard.readText());
}

it("An invited colleague signs in with the link and publishes", async () => {
  const host = await openEditor(await editor().makeLink());
  await host.enter();
  await host.choose("Invite");
  await host.page.getByLabel("Name").fill("ben");
  await host.button("Make the link").click();
  await host.says(/Give this link only to ben.*It works once, until /);
  await host.says("This link works only on this computer.");
  const link = await copied(host);
  expect(await keptBy(host.page)).not.toContain("link=");

  const guest = await openEditor(link);
  const { page, button, publish, saysPublished, title } = guest;
  await button(byLink).click();
  await title.fill("By the colleague");
  expect(await page.locator("#menu", { hasText: "Invite" }).count()).toBe(0);
  await publish();
  await saysPublished("ben, just now");
  expect(await keptBy(page)).not.toContain(link.slice(-43));
  expect([...host.unexpected(), ...guest.unexpected()]).toEqual([]);
});

it("A sign-in over TLS survives deleted browser storage", async () => {
  const { page, unexpected, publish, saysPublished, title } = await openElsewhere();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.reload();
  await title.fill("Typed after a week away");
  await publish();
  await saysPublished("anna, just now");
  expect(unexpected()).toEqual([]);
});
