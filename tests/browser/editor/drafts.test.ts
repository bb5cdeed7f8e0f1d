import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type EditorPage,
  enter,
  openEditor,
  openSignedIn,
  publishElsewhere,
  says,
  saysPublished,
} from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { editHere, sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

const titleIn = ({ page }: EditorPage) => page.getByLabel("Title", { exact: true });
const valueIn = (opened: EditorPage) => titleIn(opened).inputValue();

async function openAndType(title: string): Promise<EditorPage> {
  const opened = await openSignedIn(editor());
  await titleIn(opened).fill(title);
  await says(opened.page, "Not published");
  return opened;
}

describe("what is typed and not published", () => {
  it("survives a reload in its own tab, and says how old it is", async () => {
    const opened = await openAndType("Half a title");
    await opened.page.reload();
    await says(opened.page, /Your unfinished draft from just now is back\. It was made from revision 1\./);
    expect(await valueIn(opened)).toBe("Half a title");
    expect(opened.unexpected()).toEqual([]);
  });

  it("is offered in another tab once its own is closed, and not before", async () => {
    const first = await openAndType("From a tab that closes");
    const second = await openEditor(editor().url, {}, first.context);
    await titleIn(second).waitFor();
    expect(await second.page.locator(".line").count()).toBe(await first.page.locator(".line").count());
    await first.page.close();
    await second.page.reload();
    await says(
      second.page,
      /An unfinished draft from just now, made from revision 1, is kept in this browser: Title\./,
    );
    await second.page.getByRole("button", { name: "Go on with it" }).click();
    expect(await valueIn(second)).toBe("From a tab that closes");
  });

  it("survives a lost session: signing in again in place goes on", async () => {
    const token = await editor().addToken("again");
    const opened = await openAndType("Typed before");
    await opened.context.clearCookies();
    await titleIn(opened).fill("Typed before and after");
    await wake(opened.page);
    await says(opened.page, /You are signed out, but your words are still here/);
    await opened.page.getByLabel("Token").fill(token);
    await opened.page.keyboard.press("Enter");
    await expect.poll(() => opened.page.getByLabel("Token").count()).toBe(0);
    expect(await valueIn(opened)).toBe("Typed before and after");
    await expect.poll(() => opened.previewText().catch(() => "")).toBe("Typed before and after");
    await says(opened.page, "Your draft; visitors do not see it yet");
  });

  it("survives the editor: another one at the same address has it again", async () => {
    const one = await editHere({ folder: resolve("dist/editor") });
    const opened = await openEditor(one.makeLink());
    await enter(opened);
    await titleIn(opened).fill("Typed before the end");
    await one.stop();
    await wake(opened.page);
    await says(opened.page, /The editor is not responding\. Start it again with notice editor/);
    expect(await valueIn(opened)).toBe("Typed before the end");
    expect(await opened.page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(
      "Typed before the end",
    );
  });

  it("is offered again after it was discarded", async () => {
    const opened = await openAndType("Thrown away");
    await opened.page.getByRole("button", { name: "Discard" }).click();
    await says(opened.page, "Nothing to publish");
    await expect.poll(() => titleIn(opened).evaluate((title) => title === document.activeElement)).toBe(true);
    await opened.page.getByRole("button", { name: "Go on with it" }).click();
    expect(await valueIn(opened)).toBe("Thrown away");
  });
});

describe("two at once", () => {
  it("are told quietly, and nobody's words are lost: field by field, mine and theirs", async () => {
    await publishElsewhere(editor(), { title: "Base", message: "Base." });
    const mine = await openAndType("Mine");
    await mine.page.getByLabel("Message", { exact: true }).fill("Mine.");
    await publishElsewhere(editor(), { title: "Theirs", message: "Theirs.", contactEmail: "a@b.example" });
    await mine.page.evaluate(() => dispatchEvent(new Event("focus")));
    await says(
      mine.page,
      /Revision \d+ was published by ben (?:just now|\d+ .* ago) while you were editing\./,
    );
    expect(await valueIn(mine)).toBe("Mine");

    await mine.page.keyboard.press("Control+Enter");
    const sheet = mine.page.getByRole("dialog", { name: "Two people changed the notice" });
    const goOn = sheet.getByRole("button", { name: "Go on with these" });
    expect(await goOn.isDisabled()).toBe(true);
    await says(mine.page, "Still to choose: Title and Message.");
    const contact = sheet.getByRole("group", { name: "Contact e-mail" });
    expect(await contact.locator("strong").allInnerTexts()).toEqual(["Before", "Live now"]);
    await sheet.getByRole("group", { name: "Title" }).getByLabel("Mine").check({ force: true });
    await sheet.getByRole("group", { name: "Message" }).getByLabel("Live now").check({ force: true });
    await goOn.click();
    expect(await valueIn(mine)).toBe("Mine");
    expect(await mine.page.getByLabel("Message", { exact: true }).inputValue()).toBe("Theirs.");
    expect(await mine.page.getByLabel("Contact e-mail").inputValue()).toBe("a@b.example");

    await mine.page.keyboard.press("Control+Enter");
    await mine.page.getByRole("button", { name: /^Publish/ }).click();
    await saysPublished(mine.page, /Revision \d+ is live\./);
    await mine.page.getByRole("button", { name: "1 more" }).click();
    await says(mine.page, /An unfinished draft from .*, made from revision \d+, is kept/);
    expect(mine.unexpected()).toEqual([]);
  });

  it("are not told of where one has undone their own: that comes first, and the draft is of an older one", async () => {
    const { page, ...opened } = await openAndType("Published");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: /^Publish/ }).click();
    await saysPublished(page, /Revision \d+ is live\./);
    await titleIn({ page, ...opened }).fill("My draft");
    await page.getByRole("button", { name: "Undo" }).click();
    await says(page, "brings back what revision");
    const hasFocus = (name: string) =>
      page.getByLabel(name, { exact: true }).evaluate((field) => field === document.activeElement);
    await expect.poll(() => hasFocus("Title")).toBe(true);
    await page.getByRole("button", { name: "1 more" }).click();
    await page.getByRole("button", { name: "Close" }).first().click();
    await says(page, /Your draft was made from revision \d+, which is no longer live\./);
    expect(await page.locator("body").innerText()).not.toContain("while you were editing");
    await page.getByRole("button", { name: "See both" }).click();
    await page.getByRole("dialog", { name: "The notice changed meanwhile" }).waitFor();
  });

  it("meet at publishing, too, when one was quicker than the other's page could ask", async () => {
    const mine = await openAndType("Slower");
    await mine.page.keyboard.press("Control+Enter");
    await mine.page.getByRole("button", { name: /^Publish/ }).waitFor();
    await publishElsewhere(editor(), { title: "Quicker" });
    await mine.page.keyboard.press("Control+Enter");
    await mine.page.getByRole("dialog", { name: "Two people changed the notice" }).waitFor();
    await mine.page.getByRole("button", { name: "Take all that is live now" }).click();
    expect(await valueIn(mine)).toBe("Quicker");
  });
});
