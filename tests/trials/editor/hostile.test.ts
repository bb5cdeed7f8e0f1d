import { expect, it } from "vitest";
import { languageTags } from "../../../schema/languages/tags.ts";
import { type Text, textNames } from "../../../schema/notice/texts.ts";
import { printable } from "../../../schema/text/text.ts";
import { openSignedIn, publishElsewhere } from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { canary } from "../../support/browser/hostile.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { hostileTexts, isTaken, joinTexts } from "../../support/texts/hostile-texts.ts";

const editor = sharedEditor();
const joined = textNames.map((name) => [name, joinTexts(name, hostileTexts)] as const);
const contacts = hostileTexts.filter((text) => isTaken("contactEmail", text));
/** Texts for notices and translations: together, each field has every string that it takes. */
const all = Array.from(
  { length: Math.max(...joined.map(([, texts]) => texts.length)) },
  (_, at) =>
    Object.fromEntries(joined.map(([name, texts]) => [name, texts[at] ?? `${name} ${at}`])) as Record<
      Text,
      string
    >,
);
/** English is the notice's own language. */
const tags = languageTags.filter((tag) => tag !== "en");
const perRevision = Math.ceil(all.length / contacts.length);

it("The editor shows every hostile text as text in form, preview and history", async () => {
  const { page, context, unexpected, field, choose } = await openSignedIn(editor());
  await context.addInitScript(canary);
  await page.reload();
  const origins = new Set<string>();
  context.on("request", (request) => origins.add(new URL(request.url()).origin));
  const shown = page.frameLocator("iframe.shown").locator("html");
  for (const [index, contactEmail] of contacts.entries()) {
    const [own, ...others] = all.slice(index * perRevision, (index + 1) * perRevision);
    const translations = Object.fromEntries(others.map((texts, at) => [tags[at], texts]));
    await publishElsewhere(editor(), { ...own, contactEmail, ...(others.length > 0 && { translations }) });
    await wake(page);
    await expect
      .poll(() =>
        shown
          .evaluate((root) => [
            ...["h1", ".message", ".expected-return .time", ".help a"].map(
              (part) => root.querySelector(part)?.textContent,
            ),
            Object(globalThis).__pwned,
          ])
          .catch(() => []),
      )
      .toEqual([own?.title, own?.message, own?.expectedReturn, contactEmail, 0]);
    expect(await field("Message").inputValue()).toBe(own?.message);
  }

  await choose("History");
  const entries = page.locator(".history summary");
  await expect.poll(() => entries.count()).toBe(contacts.length + 1);
  await entries.evaluateAll((all) => all.forEach((entry) => void (entry as HTMLElement).click()));
  await expect.poll(() => page.locator(".history dl").count()).toBe(contacts.length + 1);
  const kept = await page.locator("dd").evaluateAll((differences) =>
    differences.map((difference) => {
      for (const part of difference.querySelectorAll("del, .unseen")) part.remove();
      return difference.textContent ?? "";
    }),
  );
  const texts = [...all.flatMap((texts) => Object.values(texts)), ...contacts].map(printable);
  expect(texts.filter((text) => !kept.includes(text))).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(globalThis, "__pwned"))).toBe(0);
  expect([...origins]).toEqual([editor().url]);
  expect(unexpected()).toEqual([]);
});
