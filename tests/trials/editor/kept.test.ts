import { describe, expect, it } from "vitest";
import {
  breakPage,
  type EditorPage,
  enter,
  openEditor,
  openSignedIn,
  says,
} from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

const notice = { isEnabled: true, title: "Under Maintenance", contactEmail: "support@example.com" };
const base = { revision: 1, etag: '"1-d586fca7"', notice };
const noTime = { kind: "none", words: "", date: "", clock: "", zone: "UTC" };
const draft = {
  base,
  title: "Kept",
  message: "",
  contactEmail: "a@b.example",
  language: "",
  expectedReturn: noTime,
  translations: {},
  decisions: {},
};
const inTime = (more: object) => ({ ...draft, expectedReturn: { ...noTime, kind: "time", ...more } });

const titleIn = ({ page }: EditorPage) => page.getByLabel("Title", { exact: true });

async function begin(): Promise<EditorPage> {
  const opened = await openEditor(editor().makeLink());
  await enter(opened);
  return opened;
}

/** Has the browser keep just these texts as drafts, the first as that of this tab, and loads the page again. */
async function reloadWith({ page }: EditorPage, texts: string[]): Promise<void> {
  await page.evaluate((texts) => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith("backsoon draft")) localStorage.removeItem(name);
    const own = sessionStorage.getItem("backsoon tab");
    for (const [at, text] of texts.entries())
      localStorage.setItem(`backsoon draft 1 ${at === 0 ? own : at}`, text);
  }, texts);
  await page.reload();
}

it("kept drafts of another shape leave the page whole, and are there as text until somebody deletes them", async () => {
  const opened = await begin();
  const { page, unexpected } = opened;
  const shapes = [
    { ...draft, translations: { de: "Kept" } },
    { base: { revision: 1 } },
    { ...draft, translations: undefined },
    { ...draft, title: 5 },
    inTime({ zone: "Mars/Olympus" }),
    inTime({ exact: "soon" }),
  ];
  const texts = ["{", ...shapes.map((draft) => JSON.stringify({ at: Date.now(), draft }))];
  await reloadWith(opened, texts);
  await expect.poll(() => page.locator(".left-aside").count()).toBe(texts.length);
  expect(await titleIn(opened).inputValue()).toBe("Under Maintenance");
  await titleIn(opened).fill("Typed beside them");
  await says(page, "Not published");
  const kept = (): Promise<string[]> =>
    page.evaluate(() =>
      Object.keys(localStorage).flatMap((name) =>
        name.startsWith("backsoon draft") ? (localStorage.getItem(name) ?? []) : [],
      ),
    );
  expect(await kept()).toEqual(expect.arrayContaining(texts));
  await page
    .locator(".left-aside summary")
    .evaluateAll((all) => all.forEach((one) => void (one as HTMLElement).click()));
  const areas = page.getByLabel("Text of the draft");
  const shown = await areas.evaluateAll((all) => all.map((area) => (area as HTMLTextAreaElement).value));
  expect(shown.filter((text) => /^title: Kept$/m.test(text)).length).toBe(4);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await says(page, /Copied\.|copy it yourself/);
  await page.locator(".left-aside").getByRole("button", { name: "Delete it" }).first().click();
  await expect.poll(() => page.locator(".left-aside").count()).toBe(texts.length - 1);
  expect((await kept()).length).toBe(texts.length);
  expect(unexpected()).toEqual([]);
});

it("an error that stops the page is told of with what is kept, and one goes on without the draft", async () => {
  const opened = await begin();
  const { page } = opened;
  await titleIn(opened).fill("Typed before the error");
  await says(page, "Not published");
  await breakPage(opened);
  const text = page.getByLabel("Text of the draft");
  expect(await text.inputValue()).toMatch(/^title: Typed before the error$/m);
  await page.getByRole("button", { name: "Load the page again" }).click();
  const title = () =>
    titleIn(opened)
      .inputValue()
      .catch(() => "");
  await expect.poll(title).toBe("Typed before the error");

  // A draft that leads back there, whenever the page is loaded.
  await reloadWith(opened, [JSON.stringify({ at: 1, draft: inTime({ exact: "2126-01-01T00:00:00Z" }) })]);
  await says(page, "The editor ran into an error");
  await page.getByRole("button", { name: "Start without this draft" }).click();
  await says(page, "An unfinished draft in this browser cannot be opened");
  expect(await titleIn(opened).inputValue()).toBe("Under Maintenance");
  await page.getByText("Show its text").click();
  expect(await text.inputValue()).toMatch(/^title: Kept$/m);
});

it("an error before anything is drawn is told of, too", async () => {
  const { context } = await openEditor(`${editor().url}/healthz`);
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "locks", { get: () => undefined });
  });
  const { page } = await openEditor(editor().url, {}, context);
  await says(page, "The editor ran into an error");
  await says(page, "No unfinished draft of this tab is kept in this browser.");
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
    await expect.poll(() => titleIn(opened).inputValue()).toBe("Only here, and kept");
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
