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

describe("a browser that does not keep what is typed", () => {
  it("because it is full is told of at once, and no longer once there is room", async () => {
    const opened = await openSignedIn(editor());
    await opened.page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (let part = 0; ; part += 1) localStorage.setItem(`full ${size} ${part}`, "x".repeat(size));
        } catch {
          // So much does not fit any more.
        }
      }
    });
    await titleIn(opened).fill("Only here");
    await says(opened.page, "This browser keeps no drafts");
    await opened.page.evaluate(() => {
      for (const name of Object.keys(localStorage))
        if (name.startsWith("full ")) localStorage.removeItem(name);
    });
    await titleIn(opened).fill("Only here, and kept");
    await expect.poll(() => opened.page.locator("body").innerText()).not.toContain("keeps no drafts");
    await opened.page.reload();
    await expect.poll(() => valueIn(opened)).toBe("Only here, and kept");
    expect(opened.unexpected()).toEqual([]);
  });

  it("because that is forbidden is told of, too, and everything else works", async () => {
    const opened = await openEditor(editor().makeLink());
    await opened.context.addInitScript(() => {
      const get = () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      };
      // What sandboxed frames have is refused already.
      if (parent !== window) return;
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
    });
    await opened.page.reload();
    await enter(opened);
    await titleIn(opened).fill("Not for long");
    await says(opened.page, "This browser keeps no drafts");
    await opened.page.keyboard.press("Control+Enter");
    await opened.page.getByRole("button", { name: /^Publish/ }).click();
    await says(opened.page, /Revision \d+ is live\./);
    expect(opened.unexpected()).toEqual([]);
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

describe("the history", () => {
  it("is the library of texts: compared, started from, rolled back to", async () => {
    const number = await publishElsewhere(editor(), { title: "An old text" }, "olga");
    const other = await publishElsewhere(editor(), { title: "A new text" });
    const opened = await openSignedIn(editor());
    await opened.page.getByRole("button", { name: "History" }).click();
    const sheet = opened.page.getByRole("dialog", { name: "History" });
    await says(opened.page, /olga changed the title/);
    await says(opened.page, /just now, \w+ \d+, 20\d\d, \d+:\d\d [AP]M/);
    await sheet.locator("summary").filter({ hasText: "olga" }).first().click();
    await sheet.getByLabel(`Compare revision ${number} with`).selectOption(String(other));
    await expect.poll(() => sheet.locator("dd").first().innerText()).toMatch(/An?\s.*new.*old.*text/s);
    await says(opened.page, `The page as it was in revision ${number}`);
    const page = sheet.frameLocator("iframe.shown");
    await expect.poll(() => page.locator("h1").textContent()).toBe("An old text");
    await sheet.getByRole("button", { name: "Start from this one" }).click();
    expect(await valueIn(opened)).toBe("An old text");
    await says(opened.page, "Not published");

    await opened.page.getByRole("button", { name: "History" }).click();
    await sheet.locator("summary").filter({ hasText: "olga" }).first().click();
    await sheet.getByRole("button", { name: "Roll back to this one" }).click();
    await opened.page
      .getByRole("dialog", { name: `What rolling back to revision ${number} changes for visitors` })
      .getByRole("button", { name: "Roll back" })
      .click();
    const broughtBack = `Revision ${other + 1} brings back what revision ${number} said`;
    await saysPublished(opened.page, new RegExp(broughtBack));
    await opened.page.getByRole("button", { name: "History" }).click();
    await expect
      .poll(() => sheet.locator("summary").first().innerText())
      .toMatch(new RegExp(`changed the title\\s+the same as ${number}\\s`));
    expect(opened.unexpected()).toEqual([]);
  });
});
