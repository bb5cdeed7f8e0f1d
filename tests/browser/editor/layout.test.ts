import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import {
  type EditorPage,
  openEditor,
  openSignedIn,
  publishElsewhere,
  says,
} from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

const titles = {
  ...{ de: "Wir ziehen um", fr: "Nous déménageons", es: "Nos mudamos", nl: "We verhuizen" },
  ...{ "pt-BR": "Estamos de mudança", "zh-Hans": "我们正在搬家", ja: "移転します", ar: "ننتقل" },
};

/** A notice in so many languages besides its own, whose return has passed long ago. */
function noticeIn(count: number): Partial<Notice> {
  const translations = Object.entries(titles)
    .slice(0, count)
    .map(([tag, title]) => [tag, { title }]);
  return {
    title: "We are moving",
    language: "en",
    expectedReturn: "2020-01-01T00:00:00Z",
    ...(count > 0 && { translations: Object.fromEntries(translations) }),
  };
}

async function open(count: number, options = {}): Promise<EditorPage> {
  await publishElsewhere(editor(), noticeIn(count));
  const opened = await openSignedIn(editor(), options);
  return opened;
}

const title = (page: Page) => page.getByLabel("Title", { exact: true });

/** The tabs of the languages that are cut off, or out of sight. */
const cut = (page: Page): Promise<(string | null)[]> =>
  page.locator(".languages [role=tab]").evaluateAll((tabs) =>
    tabs
      .filter((tab) => {
        const row = tab.closest(".languages")?.getBoundingClientRect() ?? new DOMRect();
        const { left, right, top, bottom } = tab.getBoundingClientRect();
        const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left < row.left || right > row.right || !(middle && tab.contains(middle));
      })
      .map(({ textContent }) => textContent),
  );

describe("the tabs of the languages", () => {
  it("are all in sight on a laptop, also where each says what becomes of it", async () => {
    const { page } = await open(3, { viewport: { width: 1366, height: 768 } });
    expect(await cut(page)).toEqual([]);
    await title(page).fill("We have moved");
    await page.getByRole("tab", { name: "German to be decided" }).waitFor();
    expect(await cut(page)).toEqual([]);
  });

  it("scroll where they are many, and the chosen one comes into sight", async () => {
    const { page } = await open(8, { viewport: { width: 320, height: 640 } });
    expect(await cut(page)).toContain("Spanish");
    await page.getByRole("tab", { name: /^The notice/ }).focus();
    await page.keyboard.press("End");
    await says(page, "The notice says: ");
    await expect.poll(() => cut(page)).not.toContain("Spanish");
    await page.getByLabel("Add a language").selectOption("uk");
    await expect.poll(() => cut(page)).not.toContain("Ukrainian");
  });

  it("are told apart in forced colours by more than a line", async () => {
    const { page } = await open(3, { forcedColors: "active" });
    const paper = (name: string | RegExp) =>
      page.getByRole("tab", { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor);
    const chosen = await paper(/^The notice/);
    expect(await paper("German")).not.toBe(chosen);
    await page.getByRole("tab", { name: "German" }).click();
    expect([await paper("German"), await paper(/^The notice/)]).toEqual([chosen, await paper("French")]);
  });
});

it.each([
  ["320 px", { viewport: { width: 320, height: 640 } }],
  ["a laptop at 200 %", { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 }],
])("of %s, the first screen has the title's field, whole", async (_name, options) => {
  const { page } = await open(8, options);
  await says(page, "Is this notice left over");
  const place = await title(page).boundingBox();
  expect(place && place.y + place.height).toBeLessThan(options.viewport.height - 48);
  // Who is signed in is said below.
  await says(page, /Signed in as \S+/);
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

  it("has the whole width on a phone, with the way to the others below", async () => {
    const { page } = await open(1, { viewport: { width: 390, height: 844 } });
    await title(page).fill("Typed here");
    await says(page, "Not published");
    await page.reload();
    await says(page, "1 more");
    const [line, more] = await Promise.all([
      page.locator(".line:visible").boundingBox(),
      page.locator(".lines > button").boundingBox(),
    ]);
    expect([line?.width, more?.width]).toEqual([390, 390]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(more?.y).toBe((line?.y ?? 0) + (line?.height ?? 0));
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

it("at 320 px, a choice in the review scrolls below the button that publishes", async () => {
  const { page } = await open(4, { viewport: { width: 320, height: 640 } });
  await title(page).fill("We have moved");
  await page.keyboard.press("Control+Enter");
  const sheet = page.getByRole("dialog");
  await sheet.locator("label", { hasText: "Keep them all" }).click();
  await sheet.locator("label", { hasText: "Let them all go" }).click();
  const covering = await sheet.evaluate((sheet) => {
    const { left, right, top, bottom } =
      sheet.querySelector(".foot .main")?.getBoundingClientRect() ?? new DOMRect();
    const found = new Set<string>();
    for (sheet.scrollTop = 0; ; sheet.scrollTop += 16) {
      for (let x = left + 8; x < right; x += 16) {
        const hit = document.elementFromPoint(x, (top + bottom) / 2);
        if (!hit?.closest(".foot")) found.add(hit?.outerHTML ?? "nothing");
      }
      if (sheet.scrollTop + sheet.clientHeight >= sheet.scrollHeight - 1)
        return [[...found], sheet.scrollTop > 0];
    }
  });
  expect(covering).toEqual([[], true]);
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
