import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { enter, openEditor, says } from "../../support/browser/editor-page.ts";
import { signIn } from "../../support/browser/preview-frames.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

const title = (page: Page) => page.getByLabel("Title", { exact: true });

describe("a link", () => {
  it("signs in by a button, and leaves its secret nowhere", async () => {
    const opened = await openEditor(editor().makeLink());
    const { page, unexpected } = opened;
    const depth = await page.evaluate(() => history.length);
    await enter(opened);
    expect(page.url()).toBe(`${editor().url}/`);
    expect(await page.evaluate(() => history.length)).toBe(depth);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toMatch(/link|secret|bsn_|backsoon-/);
    expect(Object.keys(JSON.parse(kept)[0])).toEqual(["backsoon session key"]);
    expect(unexpected()).toEqual([]);
  });

  it("that was used or is late says how to get another, and goes from the address", async () => {
    const link = editor().makeLink();
    await enter(await openEditor(link));
    const { page } = await openEditor(link);
    await page.getByRole("button", { name: "Sign in with this link" }).click();
    await says(page, /has been used, or is more than five minutes old: ask whoever runs this for another/);
    expect(page.url()).toBe(`${editor().url}/`);
    expect(await page.getByRole("button", { name: "Sign in with this link" }).count()).toBe(0);
  });
});

describe("a link that is pasted where a sign-in is asked for", () => {
  it("works in the address bar, also after one that did not, and in the place of a token", async () => {
    const used = editor().makeLink();
    await enter(await openEditor(used));
    const { page, unexpected } = await openEditor(editor().url);
    await page.getByLabel("Token").fill(used);
    await page.keyboard.press("Enter");
    await says(page, /This link has been used/);
    for (const kind of ["link", "invitation"]) {
      await page.getByLabel("Token").fill(`https://notice.shop.example/#${kind}=abc`);
      await page.keyboard.press("Enter");
      await says(page, "This link belongs to another editor, at notice.shop.example: open it in a tab");
      await page.getByLabel("Token").fill(used.replace("127.0.0.1", "localhost"));
      await page.keyboard.press("Enter");
      await says(page, /This link has been used/);
    }
    await page.goto(editor().makeLink());
    await page.getByRole("button", { name: "Sign in with this link" }).waitFor();
    expect(await page.locator("body").innerText()).not.toContain("This link has been used");
    await page.getByRole("button", { name: "Sign in with this link" }).click();
    await title(page).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").fill(` ${editor().makeLink()} `);
    await page.keyboard.press("Enter");
    await title(page).waitFor();
    expect(page.url()).toBe(`${editor().url}/`);
    expect(unexpected()).toEqual([]);
  });
});

describe("a link with which somebody comes who is signed in", () => {
  it("is used up, leaves the address and signs in", async () => {
    const opened = await openEditor(editor().url);
    const { page, unexpected } = opened;
    await page.getByLabel("Token").fill(await editor().addToken("reader of links", "read"));
    await page.keyboard.press("Enter");
    await says(page, "You can look, and not publish");
    const depth = await page.evaluate(() => history.length);
    const link = editor().makeLink();
    // As if it was put into the address bar: the page stays, and the address has the link.
    await page.evaluate((link) => location.replace(link), link);
    await expect.poll(() => page.locator("body").innerText()).not.toContain("You can look, and not publish");
    expect([page.url(), await page.evaluate(() => history.length)]).toEqual([`${editor().url}/`, depth]);
    // A link that opens the page is taken out of the address, too; a used one changes nothing.
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByLabel("Title", { exact: true }).waitFor();
    await expect.poll(() => page.url()).toBe(`${editor().url}/`);
    // Somebody who is not signed in is asked first, as always.
    const other = await openEditor(editor().url);
    await other.page.getByLabel("Token").waitFor();
    await other.page.evaluate((link) => location.replace(link), link);
    await other.page.getByRole("button", { name: "Sign in with this link" }).click();
    await says(other.page, /has been used/);
    expect(unexpected()).toEqual([]);
  });
});

describe("a token", () => {
  it("signs in from the keyboard, and out again", async () => {
    const token = await editor().addToken("night shift");
    const { page, unexpected } = await openEditor(editor().url);
    await page.getByLabel("Token").fill(` ${token} `);
    await page.keyboard.press("Enter");
    await page.getByLabel("Title", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    await page.reload();
    await page.getByLabel("Token").waitFor();
    expect(unexpected()).toEqual([]);
  });

  it("that is wrong is refused in words", async () => {
    const { page } = await openEditor(editor().url);
    await page.getByLabel("Token").fill("bsn_wrong");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await says(
      page,
      /its time is over \(it has “expired”\), or somebody has ended it \(it was “revoked”\)\. Ask whoever runs this for another/,
    );
  });

  it("that may read alone shows everything, and publishes nothing", async () => {
    const token = await editor().addToken("reader", "read");
    const { page } = await openEditor(editor().url);
    await page.getByLabel("Token").fill(token);
    await page.keyboard.press("Enter");
    await says(page, /You can look, and not publish: ask whoever runs this for another link\./);
    const fields = page.getByRole("tabpanel", { name: "The notice" });
    for (const input of await fields.locator("textarea, input:not([type=radio])").all())
      expect([await input.isEditable(), await input.isEnabled()]).toEqual([false, true]);
    for (const choice of await fields.locator("select, [type=radio]").all())
      expect(await choice.isDisabled()).toBe(true);
    await title(page).selectText();
    await page.keyboard.type("Tried");
    expect(await title(page).inputValue()).toBe(defaults.title);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(defaults.title);
    expect(await page.getByLabel("Add a language").isVisible()).toBe(false);
    await page.getByRole("button", { name: "History" }).click();
    const history = page.getByRole("dialog", { name: "History" });
    await history.locator("summary").first().click();
    await history.locator("iframe").first().waitFor();
    expect(await history.getByRole("button", { name: /^(Start from|Roll back)/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Enter");
    const publish = page.getByRole("button", { name: /^Publish/ });
    await publish.waitFor();
    expect(await publish.isDisabled()).toBe(true);
  });
});

describe("the key of a session", () => {
  it("is shared by all tabs, and where the browser has lost it a sign-in is asked for and no words are lost", async () => {
    const opened = await openEditor(editor().makeLink());
    const { page, context } = opened;
    const title = page.getByLabel("Title", { exact: true });
    const dropKey = () => page.evaluate(() => localStorage.removeItem("backsoon session key"));
    await enter(opened);
    const other = await openEditor(editor().url, {}, context);
    await other.page.getByLabel("Title", { exact: true }).waitFor();
    // One that signs in anew gives the others its session, too.
    await other.page.evaluate(signIn, editor().secret());
    await title.fill("In the new session");
    await expect.poll(() => opened.previewText()).toBe("In the new session");

    await dropKey();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await says(page, "You are signed out, but your words are still here");
    await title.fill("Typed since");
    await page.reload();
    await says(page, "You were signed in, but this browser no longer has the key that goes with it");
    await page.getByLabel("Token").fill(await editor().addToken("by night"));
    await page.keyboard.press("Enter");
    await expect.poll(() => title.inputValue()).toBe("Typed since");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("backsoon session key"))).toBeNull();
    expect([...opened.unexpected(), ...other.unexpected()]).toEqual([]);
  });
});
