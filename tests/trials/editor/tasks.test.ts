import { existsSync, renameSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { english as said } from "../../../web/editor/texts/english.ts";
import {
  type EditorPage,
  hasFocus,
  openEditor,
  openElsewhere,
  publishElsewhere,
  sharedPage,
} from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { status } from "../../support/browser/waiting.ts";
import { say } from "../../support/network/recorder.ts";
import { chatHere, obliging, toldIn } from "../../support/service/chat-here.ts";
import { type EditorHere, editHere, sharedEditor } from "../../support/service/editor-here.ts";
import { maxTitle } from "../../support/texts/notices.ts";
import { translated } from "../../support/texts/translated.ts";
import { lookAt } from "./look-at.ts";

/** A person who has signed in to an editor of their own; `look` looks at the state of the page. */
async function signedIn(options: Parameters<typeof editHere>[0] = {}) {
  const editor = await editHere({ folder: resolve("dist/editor"), ...options });
  const opened = await openEditor(await editor.makeLink());
  await opened.enter();
  return { ...opened, editor, look: (name: string) => lookAt(name, opened) };
}

/** SQLite may have moved the content of two of its files into the database itself. */
function moveAway({ database }: EditorHere): void {
  for (const file of ["", "-wal", "-shm"].map((end) => `${database}${end}`))
    if (existsSync(file)) renameSync(file, `${file}.away`);
}

const editor = sharedEditor();
const begin = sharedPage(editor);

describe("A person", () => {
  it("signs in, with a link or without", async () => {
    const byLink = await openEditor(await editor().makeLink());
    await byLink.button(said.session.useLink).waitFor();
    await lookAt("link", byLink);
    const opened = await openEditor(editor().url);
    await opened.page.getByText(said.session.anotherWay).click();
    await opened.page.getByLabel(said.session.token).waitFor();
    await lookAt("sign-in", opened);
    await opened.context.route("**/api/session", () => {});
    await opened.page.reload();
    await opened.says(said.loading);
    await lookAt("loading", opened);
    const late = await openEditor(`${editor().url}/#link=used`);
    await late.button(said.session.useLink).click();
    await late.says(said.session.noLink);
    await lookAt("link-over", late);
  });

  it("invites a colleague, opens another link and signs out with a draft", async () => {
    const { editor, page, look, openMenu, choose, button, says, title } = await signedIn();
    await openMenu();
    await look("menu");
    await page.keyboard.press("Escape");
    await choose(said.invite.open);
    await page.getByLabel(said.invite.name).fill("ben");
    await button(said.invite.make).click();
    await page.getByLabel(said.invite.link, { exact: true }).waitFor();
    await look("invite");
    await button(said.close).first().click();
    await page.evaluate((secret) => location.assign(`#link=${secret}`), await editor.invite("carl"));
    await says(said.session.signedInHere("anna"));
    await look("link-while-signed-in");
    await button(said.close).click();
    await title.fill("Typed");
    await says(said.drafts.unsaved);
    await choose(said.session.signOut);
    await says(said.session.unpublished);
    await look("sign-out");
  });

  it("publishes a first notice, translates, corrects and finds it in the history", async () => {
    const { editor, page, look, says, tab, review, saysPublished, choose, button, title } = await signedIn({
      appUrl: "shop.example",
    });
    await says(said.trouble.firstUse);
    await look("first-use");
    await publishElsewhere(editor, {
      ...translated,
      expectedReturn: "2126-01-01T00:00:00Z",
      translations: {
        de: { title: "Wir ziehen um", message: "Unser Laden bekommt neue Regale." },
        ar: { title: "ننتقل", message: "نعود قريبًا." },
      },
    });
    await wake(page);
    await says(said.live.now(2));
    await title.fill("We are moving again");
    await tab("German outdated").waitFor();
    await look("words");
    await tab("German").click();
    await look("german");
    await page.keyboard.press("Control+Enter");
    await review.waitFor();
    await look("review");
    await page.locator("label", { hasText: said.languages.drop }).click();
    await page.keyboard.press("Control+Enter");
    await saysPublished(said.publish.done(3));
    await look("published");
    await tab(said.words.heading).click();
    await title.fill("x".repeat(maxTitle + 1));
    await page.keyboard.press("Control+Enter");
    await says(said.publish.faulty);
    await look("faults");
    await page.keyboard.press("Escape");
    await choose(said.history.heading);
    await page.locator(".history summary").nth(1).click();
    await button(said.history.again).waitFor();
    await look("history");
  });

  it("previews while typing: the page keeps its scroll position, and the tab its history", async () => {
    const { page, title, previews } = await begin({ message: "line\n".repeat(300).trim() });
    const depth = await page.evaluate(() => history.length);
    const shown = page.frameLocator("iframe.shown").locator("html");
    await page.evaluate(() => {
      const isTold = new Promise<void>((resolve) =>
        addEventListener("message", ({ data }) => data.event === "scroll" && data.y === 500 && resolve()),
      );
      Object.assign(window, { isTold });
    });
    await shown.evaluate(() => scrollTo(0, 500));
    // The editor keeps the position only after the preview has reported it.
    await page.evaluate(() => Object(window).isTold);
    for (const text of ["One", "Two", "Three"]) {
      await title.fill(text);
      await previews(text);
    }
    await expect.poll(() => shown.evaluate(() => Math.round(scrollY)).catch(() => -1)).toBe(500);
    expect(await page.evaluate(() => history.length)).toBe(depth);
    expect(await page.locator("iframe").count()).toBe(1);
  });

  it("corrects a notice that is left over from another outage", async () => {
    const tenHoursAgo = new Date(Date.now() - 36_000_000 - 60_000).toISOString();
    const leftOver = { title: "Moving", expectedReturn: tenHoursAgo };
    const { page, previewText, review, title } = await begin(leftOver);
    await page.setViewportSize({ width: 390, height: 844 });
    const overdue = said.trouble.overdue("10 hours ago");
    const line = page.locator(".line", { hasText: overdue });
    expect(await line.innerText()).toContain(said.trouble.leftOver);
    const { y, height } = (await line.boundingBox()) ?? { y: 844, height: 0 };
    expect(y + height).toBeLessThan(844);
    await page.getByRole("tab", { name: "Page" }).click();
    expect(await previewText("p.news")).toContain("longer than expected");

    await page.getByRole("tab", { name: "Words", exact: true }).click();
    await title.fill("Moving still");
    await page.keyboard.press("Control+Enter");
    expect(await review.innerText()).toContain(overdue);
    await page.keyboard.press("Escape");

    await page.locator(".return").getByRole("button", { name: "+1 h" }).click();
    await expect.poll(() => line.count()).toBe(0);
    const relative = () => previewText(".relative").catch(() => "");
    await expect.poll(relative).toMatch(/^in about (6\d minutes|1 hour)/);
    await page.keyboard.press("Control+Enter");
    const reviewed = await review.innerText();
    expect([reviewed.includes("Expected return"), reviewed.includes(overdue)]).toEqual([true, false]);
  });

  it("removes a text together with its translations, which the review names", async () => {
    const { page, field, review } = await begin({
      title: "Moving",
      message: "At nine.",
      translations: {
        de: { title: "Umzug", message: "Um neun." },
        fr: { title: "Travaux", message: "À neuf heures." },
      },
    });
    await field("Message").fill("");
    await page.keyboard.press("Control+Enter");
    const faults = () => review.locator("p.fault").allInnerTexts();
    await expect.poll(faults).toContain(said.publish.lost("French and German"));
  });

  it("publishes an old revision again, and reviews it anew after a colleague was quicker", async () => {
    const number = await publishElsewhere(editor(), { title: "Without any" });
    const { page, choose, button, says } = await begin({ title: "Plain" });
    await choose("History");
    const sheet = page.getByRole("dialog", { name: said.history.heading });
    await sheet.locator("summary", { has: page.getByText(`${number}`, { exact: true }) }).click();
    await button(said.history.again).click();
    const again = page.getByRole("dialog", { name: said.publish.headingAgain(number) });
    const removed = async () => (await again.locator("del").allInnerTexts()).join();
    await expect.poll(removed).toContain("Plain");
    const translations = { de: { title: "Schneller" } };
    const quicker = await publishElsewhere(editor(), { title: "Quicker", translations });
    await page.keyboard.press("Control+Enter");
    await says(said.history.overtaken(quicker));
    await expect.poll(removed).toMatch(/Quicker.*Schneller/s);
    await page.keyboard.press("Control+Enter");
    await says(`${said.publish.done(quicker + 1)} ${said.publish.again(number)}`);
  });

  it("undoes a publication, then compares the new draft with what is live", async () => {
    const opened = await begin();
    const { page, revision, publish, saysPublished, button, says, title } = opened;
    await title.fill("Published");
    await publish();
    await saysPublished();
    await title.fill("My draft");
    await button(said.publish.undo).click();
    await says(said.publish.again(revision));
    await hasFocus(title);
    await button(said.close).first().click();
    await says(said.conflict.line(revision + 2));
    await lookAt("conflict-line", opened);
    await button(said.conflict.look).click();
    await page.getByRole("dialog", { name: said.conflict.heading }).waitFor();
    await lookAt("conflict", opened);
  });

  it("publishes in a browser that forbids storage, and is told that drafts are not kept", async () => {
    const opened = await openEditor(await editor().makeLink());
    const { page, context, unexpected, says, publish, saysPublished, title } = opened;
    await context.addInitScript(() => {
      const get = () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      };
      // In sandboxed frames, it is refused already.
      if (parent !== window) return;
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
    });
    await page.reload();
    await opened.enter();
    await title.fill("Not for long");
    await says(said.drafts.notKept);
    await publish();
    await saysPublished();
    expect(unexpected()).toEqual([]);
  });

  it("comes back after a lost reply, a colleague's change, an unreadable draft and an error of the page", async () => {
    const opened = await signedIn();
    const { editor, page, context, look, publish, says, button, title, titleIs } = opened;
    await title.fill("Mine");
    await page.route("**/api/notice", async (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      // The reply is lost.
      await route.fetch();
    });
    await publish();
    await expect.poll(() => editor.backend.latestNumber()).toBe(2);
    await page.reload();
    await says(said.publish.done(2));
    await publishElsewhere(editor, { title: "Theirs" });
    await wake(page);
    await says(said.publish.overtaken(2, 3));
    await look("replaced");
    await page.evaluate(() => localStorage.setItem("backsoon draft", '{"draft":{"title":"Mine"}}'));
    await page.reload();
    await says(said.drafts.unreadable);
    await look("unreadable");
    await title.fill("Typed before the error");
    await says(said.drafts.unsaved);
    // An error of the page, as a defect in some browser would cause it.
    await context.addInitScript(() => {
      const { createElement } = Document.prototype;
      Document.prototype.createElement = function (name: string) {
        if (name === "optgroup") throw new Error("No zones here.");
        return createElement.call(this, name);
      };
    });
    const fail = async (): Promise<void> => {
      await button(said.expectedReturn.pick).click();
      await says(said.failure.heading);
    };
    await page.reload();
    await fail();
    const text = page.getByLabel(said.drafts.itsText);
    expect(await text.inputValue()).toMatch(/^title: Typed before the error$/m);
    await page.getByText(said.failure.forReport).click();
    await lookAt("error", { ...opened, unexpected: () => [] });
    await button(said.failure.reload).click();
    await titleIs("Typed before the error");
    await fail();
    await button(said.failure.startWithout).click();
    await says(said.drafts.unreadable);
    await titleIs("Theirs");
    expect(await text.inputValue()).toMatch(/^title: Typed before the error$/m);
  });

  it.each<[string, string, (opened: EditorPage, editor: EditorHere) => unknown]>([
    ["signed-out", said.session.again, ({ context }) => context.clearCookies()],
    ["stopped", said.trouble.stopped, (_opened, editor) => editor.stop()],
    ["store-down", said.trouble.store, (_opened, editor) => moveAway(editor)],
  ])("is told why work is interrupted: %s", async (name, text, happens) => {
    const { look, editor, ...opened } = await signedIn();
    await opened.title.fill("Typed");
    await happens(opened, editor);
    await wake(opened.page);
    await opened.says(text);
    await look(name);
  });

  it("asks the chat model for translations, up to the daily limit", async () => {
    const limits = { timeoutMs: 300_000, retries: 0 } as const;
    const { proposals, answer } = await chatHere({ dailyLimit: 4, limits });
    const { editor, page, look, tab, button, says } = await signedIn({ proposals });
    await publishElsewhere(editor, { ...translated, message: "We are back at 9:00 on Monday." });
    await wake(page);
    await tab("German").click();
    answer((response) =>
      say(response, {
        title: "Wir ziehen um",
        message: "Um 10:00 Uhr am Dienstag sind wir wieder da.",
        expectedReturn: "neun Uhr morgens",
      }),
    );
    await button(said.proposals.translate).click();
    await says("German: The message has 10:00 in place of 9:00.");
    await look("proposal");
    await tab("English").click();
    answer((response, request, count) => {
      if (/Arabic|Portuguese/.test(toldIn(request))) obliging(response, request, count);
    });
    await button(said.proposals.translateAll).click();
    await says(/Filled in by the chat model: [^.]*Arabic/);
    await says(/Asking the chat model: [^.]*Simplified Chinese/);
    await look("all-languages");
    await says(said.proposals.limitReached);
    await look("limit");
  });

  it("reads a left-over notice with a read-only token", async () => {
    const passed = new Date(Date.now() - 23.5 * 86_400_000).toISOString();
    await publishElsewhere(editor(), { title: "Moving", expectedReturn: passed });
    const opened = await openEditor(editor().url);
    const { page, enterToken, says } = opened;
    await enterToken(await editor().addToken("reader", "read"));
    await says(said.trouble.overdue("23 days ago"));
    expect(await page.locator(".line:visible").count()).toBe(1);
    await says(said.trouble.readOnly);
    await lookAt("read-only-left-over", opened);
  });
});

describe("A person on a bad network", () => {
  it("is told that a preview is late, and then sees the latest, in whichever order replies come", async () => {
    const { page, proxy, previewText, unexpected, says, title, titleIs, previews } = await openElsewhere();
    const before = await previewText();
    /** Previews that the proxy holds back, the oldest first. */
    const held: (() => void)[] = [];
    proxy.answerWith((request, response) => {
      const pass = () => proxy.forward(request, response);
      if (request.url === "/preview") held.push(pass);
      else pass();
    });
    const isHeld = (count: number) => expect.poll(() => held.length).toBe(count);
    await title.fill("One");
    await isHeld(1);
    await says(said.preview.late);
    expect([await previewText(), await title.inputValue()]).toEqual([before, "One"]);
    // A late preview delays no other, and there are at most two at a time.
    await title.fill("Two");
    await isHeld(2);
    await title.fill("Three");
    await title.fill("Four");
    // The page's own timer for typing was set earlier, and is shorter.
    await page.evaluate(() => new Promise<void>((resolve) => void setTimeout(resolve, 100)));
    held[1]?.();
    await previews("Two");
    await isHeld(3);
    held[2]?.();
    await previews("Four");
    await expect.poll(() => page.locator(".preview [role=status]").innerText()).toBe("");
    expect(await page.locator("iframe").count()).toBe(1);
    // The oldest reply comes last, and is not shown.
    held[0]?.();
    await title.fill("Five");
    await isHeld(4);
    held[3]?.();
    await previews("Five");
    expect([held.length, await page.locator("iframe").count()]).toEqual([4, 1]);
    await titleIs("Five");
    expect(unexpected()).toEqual([]);
  });

  it("is told why the editor cannot be reached, and publishes the typed text once it can", async () => {
    const opened = await openElsewhere();
    const { page, context, proxy, unexpected, publish, says, saysPublished, title, titleIs, previews } =
      opened;
    const warning = page.locator(".line.warning");
    const isOver = () => expect.poll(() => warning.count()).toBe(0);
    await context.setOffline(true);
    await title.fill("Typed in a tunnel");
    const { offline, kept, visitors, unreachable } = said.trouble;
    await expect.poll(() => warning.first().innerText()).toBe(`${offline} ${kept} ${visitors}`);
    await lookAt("offline", opened);
    await publish();
    const alert = page.getByRole("alert");
    await expect.poll(() => alert.innerText()).toContain(offline);
    await says(said.preview.cutOff);
    await context.setOffline(false);
    await isOver();
    // The outcome of the publication is still unknown.
    await expect.poll(() => alert.innerText()).toBe(said.publish.unsure);
    await page.keyboard.press("Escape");
    await previews("Typed in a tunnel");

    // The proxy answers, but does not reach the editor.
    proxy.answerWith(status(502));
    await wake(page);
    await says(unreachable);
    proxy.answerWith();
    await wake(page);
    await isOver();
    await publish();
    await saysPublished();
    await titleIs("Typed in a tunnel");
    expect(unexpected()).toEqual([]);
  });
});
