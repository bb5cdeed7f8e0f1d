import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { cutTabs, noticeIn, openWithLanguages } from "../../support/browser/editor-languages.ts";
import { type EditorPage, openEditor, publishElsewhere, says } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const open = (count: number, options = {}): Promise<EditorPage> =>
  openWithLanguages(editor(), count, options);

const title = (page: Page) => page.getByLabel("Title", { exact: true });

describe("the tabs of the languages", () => {
  it("are all in sight on a laptop, also where each says what becomes of it", async () => {
    const { page } = await open(3, { viewport: { width: 1366, height: 768 } });
    expect(await cutTabs(page)).toEqual([]);
    await title(page).fill("We have moved");
    await page.getByRole("tab", { name: "German to be decided" }).waitFor();
    expect(await cutTabs(page)).toEqual([]);
  });
});

describe("of several things to know, one line", () => {
  it("is in sight, the most urgent one, with a way to the others", async () => {
    const { page, context } = await open(1);
    await title(page).fill("Typed here");
    await says(page, "Not published");
    await page.reload();
    const lines = page.locator(".line:visible");
    await says(page, "1 more");
    expect(await lines.allInnerTexts()).toEqual([expect.stringContaining("left over")]);
    await publishElsewhere(editor(), { title: "Theirs" });
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await says(page, "while you were editing");
    expect(await lines.count()).toBe(1);
    await context.clearCookies();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await says(page, "You are signed out");
    expect(await lines.count()).toBe(1);
    const more = page.locator(".lines > button");
    await more.click();
    expect([await more.innerText(), await more.getAttribute("aria-expanded"), await lines.count()]).toEqual([
      "Show one",
      "true",
      4,
    ]);
    await more.click();
    expect(await lines.count()).toBe(1);
  });
});

it("the button that publishes is quiet until there is something to publish", async () => {
  const { page } = await open(1);
  const isLoud = () =>
    page
      .getByRole("button", { name: "Review and publish" })
      .evaluate((button) => button.classList.contains("main"));
  expect(await isLoud()).toBe(false);
  await title(page).fill("Something");
  await expect.poll(isLoud).toBe(true);
  await title(page).fill("");
  await says(page, "Not published");
  expect(await isLoud()).toBe(true);
  await title(page).fill("We are moving");
  await says(page, "Nothing to publish");
  expect(await isLoud()).toBe(false);
});

describe("a half-written translation", () => {
  it("is told at its field and its tab in plain words, and the page goes on with the rest", async () => {
    const { page, previewText } = await open(0);
    await page.getByLabel("Message", { exact: true }).fill("Our shop gets new shelves.");
    await page.getByLabel("Add a language").selectOption("de");
    await title(page).fill("Wir ziehen um");
    await page.getByRole("tab", { name: "German to correct" }).waitFor();
    // The field that is left is another one.
    await title(page).blur();
    const message = page.getByLabel("Message", { exact: true });
    await says(page, "Message in German is empty: write it, or remove German.");
    expect(await message.getAttribute("aria-invalid")).toBe("true");
    await says(page, "Your draft, except for what has to be corrected first: Message in German");
    await page.getByRole("tab", { name: /^The notice/ }).click();
    await title(page).fill("We are moving today");
    await expect.poll(() => previewText().catch(() => "")).toBe("We are moving today");
    await page.getByRole("tab", { name: /^German/ }).click();
    expect(await message.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("body").innerText()).not.toMatch(/translations|"message"/);
    await message.fill("Unser Laden bekommt neue Regale.");
    await expect.poll(() => previewText().catch(() => "")).toBe("Wir ziehen um");
    await page.getByRole("tab", { name: "German", exact: true }).waitFor();
  });
});

describe("in Arabic", () => {
  it("the page is the mirror image: tabs, arrow keys and the preview's frame; addresses are not", async () => {
    await publishElsewhere(editor(), noticeIn(2));
    const { page, previewText, unexpected } = await openEditor(editor().makeLink(), {
      locale: "ar-EG",
      viewport: { width: 1366, height: 768 },
    });
    const direction = (label: string) => page.getByLabel(label, { exact: true }).getAttribute("dir");
    // Its language comes with its script: the field is there after that.
    expect(await direction("رمز الدخول")).toBe("ltr");
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await page.getByRole("button", { name: "تسجيل الدخول بهذا الرابط" }).click();
    await page.getByLabel("العنوان", { exact: true }).waitFor();
    expect(await direction("البريد الإلكتروني للتواصل")).toBe("ltr");
    const own = page.getByRole("tab", { name: /^الإشعار/ });
    const beside = page.getByRole("tab", { selected: true });
    const box = await own.boundingBox();
    await own.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => beside.textContent()).toBe("الألمانية");
    expect((await beside.boundingBox())?.x).toBeLessThan(box?.x ?? 0);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => beside.textContent()).toMatch(/^الإشعار/);
    await page.locator("label", { hasText: "حاسوب" }).click();
    await expect.poll(() => previewText().catch(() => "")).toBe("We are moving");
    const sides = (selector: string) =>
      page.locator(selector).evaluate((part) => {
        const { left, right } = part.getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      });
    const [left = 0, right = 0] = await sides(".screen-space");
    const [start = 0, end = 0] = await sides("iframe.shown");
    // Inside its border, which cuts off a little of the far side.
    expect(end).toBe(right - 1);
    expect(Math.abs(start - left)).toBeLessThanOrEqual(2);
    expect(unexpected()).toEqual([]);
  });
});
