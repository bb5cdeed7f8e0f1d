import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { enter, inSight, openEditor, says } from "../../support/browser/editor-page.ts";
import { notice } from "../../support/command/command.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
const linkTo = (invitation: string): string => `${editor().url}/#invitation=${invitation}`;

/** Has the page copy the text that it shows, and gives what is then in the clipboard. */
async function copied(page: Page, context: BrowserContext): Promise<string> {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, "Copy").click();
  await says(page, "Copied.");
  return page.evaluate(() => navigator.clipboard.readText());
}

describe("an invitation", () => {
  it("goes from who has the shell to a colleague, who gets a token and publishes", async () => {
    const host = await openEditor(editor().makeLink(), { viewport: { width: 390, height: 600 } });
    await enter(host);
    await button(host.page, "Invite").click();
    await says(host.page, "There are none yet.");
    await host.page.getByLabel("Name").fill("ben");
    await host.page.getByLabel("Their token is valid for").selectOption("7 days");
    await button(host.page, "Make the link").click();
    await says(host.page, /Pass this link on to ben alone.*ends earlier when the editor is restarted/);
    await says(host.page, "This link works only on this computer.");
    await inSight(host.page.getByLabel("Link", { exact: true }));
    const link = await copied(host.page, host.context);
    expect(await keptBy(host.page)).not.toContain("invitation");

    const guest = await openEditor(link);
    const { page, context } = guest;
    const depth = await page.evaluate(() => history.length);
    await button(page, "Accept the invitation").click();
    await says(page, /You are signed in as ben, and may read and publish.*It is shown only now/);
    expect([page.url(), await page.evaluate(() => history.length)]).toEqual([`${editor().url}/`, depth]);
    const token = await copied(page, context);
    expect(token).toMatch(/^bsn_/);
    await button(page, "Go to the editor").click();
    await page.getByLabel("Title", { exact: true }).fill("By the colleague");
    expect(await button(page, "Invite").count()).toBe(0);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").locator("ins").first().waitFor();
    await page.keyboard.press("Control+Enter");
    await says(page, /Revision 2 is live/);
    await says(page, "ben, just now");
    const kept = await keptBy(page);
    expect([kept.includes(token), kept.includes(link.slice(-43))]).toEqual([false, false]);

    // It is in the one list, with its end, and is as good as any other token.
    const [stored] = JSON.parse((await notice(editor().env, ["token", "list", "--json"])).stdout);
    expect(stored).toMatchObject({ name: "ben", scope: "write", ending: token.slice(-4) });
    expect(Date.parse(stored.expiresAt) - Date.parse(stored.createdAt)).toBe(7 * 86_400_000);
    await button(host.page, "Close").first().click();
    await button(host.page, "Invite").click();
    await says(host.page, new RegExp(`ben\\s+read and publish\\s+…${token.slice(-4)}\\s+made .*, expires `));
    const later = await openEditor(editor().url);
    await later.page.getByLabel("Token").fill(token);
    await later.page.keyboard.press("Enter");
    const title = later.page.getByLabel("Title", { exact: true });
    await expect.poll(() => title.inputValue()).toBe("By the colleague");

    expect([...host.unexpected(), ...guest.unexpected(), ...later.unexpected()]).toEqual([]);
  });

  it("that is over says so, whom to ask, and leads to the sign-in", async () => {
    const { page } = await openEditor(linkTo("used"));
    await button(page, "Accept the invitation").click();
    await says(page, /has been used or replaced.*or ended when the editor was restarted: ask whoever/);
    expect(page.url()).toBe(`${editor().url}/`);
    expect(await button(page, "Accept the invitation").count()).toBe(0);
    await button(page, "Sign in another way").click();
    await page.getByLabel("Token").waitFor();
  });

  it("that is pasted in the place of a token is followed", async () => {
    const invitation = await editor().invite({ name: "dora", scope: "read" });
    const { page, unexpected } = await openEditor(editor().url);
    await page.getByLabel("Token").fill(` ${linkTo(invitation)} `);
    await page.keyboard.press("Enter");
    await button(page, "Accept the invitation").click();
    await says(page, /You are signed in as dora, and may read\./);
    expect(unexpected()).toEqual([]);
  });

  it("that somebody follows who is signed in is theirs to leave, and keeps what they typed", async () => {
    const invitation = await editor().invite({ name: "carl", scope: "read" });
    const opened = await openEditor(editor().makeLink());
    await enter(opened);
    const { page } = opened;
    const title = page.getByLabel("Title", { exact: true });
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
    await says(page, "You can look, and not publish");
    await expect.poll(() => title.inputValue()).toBe("Typed by anna");
    expect(opened.unexpected()).toEqual([]);
  });
});

it("who invites under a name that is taken is told so", async () => {
  await editor().addToken("deploy");
  const opened = await openEditor(editor().makeLink());
  await enter(opened);
  const { page } = opened;
  await button(page, "Invite").click();
  await page.getByLabel("Name").fill("deploy");
  await page.keyboard.press("Enter");
  await says(page, /There is a valid token named deploy already: give another name/);
  expect(opened.unexpected()).toEqual([]);
});
