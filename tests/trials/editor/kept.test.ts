import { expect, it } from "vitest";
import {
  breakPage,
  button,
  enter,
  field,
  hasFocus,
  openEditor,
  openSignedIn,
  publish,
  publishElsewhere,
  says,
  saysPublished,
  sharedPage,
} from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const begin = sharedPage(editor);

it("undo reports itself first, then that the draft is older than the live notice", async () => {
  const { page } = await begin();
  await field(page, "Title").fill("Published");
  await publish(page);
  await saysPublished(page, /Revision \d+ is published\./);
  await field(page, "Title").fill("My draft");
  await button(page, "Undo").click();
  await says(page, "brings back what revision");
  await hasFocus(field(page, "Title"));
  await button(page, "Close").first().click();
  await says(page, /Revision \d+ \(anna, just now\) is newer than your draft\./);
  await button(page, "Compare both").click();
  await page.getByRole("dialog", { name: "The notice changed meanwhile" }).waitFor();
});

it("the editor publishes in a browser that forbids storage, and says that drafts are not kept", async () => {
  const opened = await openEditor(await editor().makeLink());
  const { page, context, unexpected } = opened;
  await context.addInitScript(() => {
    const get = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    // What sandboxed frames have is refused already.
    if (parent !== window) return;
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
  });
  await page.reload();
  await enter(opened);
  await field(page, "Title").fill("Not for long");
  await says(page, "This browser cannot keep drafts");
  await publish(page);
  await says(page, /Revision \d+ is published\./);
  expect(unexpected()).toEqual([]);
});

it("the editor shows the draft's text after an error, and starts again with or without the draft", async () => {
  await publishElsewhere(editor(), { title: "Moving" });
  const opened = await openSignedIn(editor());
  const { page } = opened;
  const title = field(page, "Title");
  await title.fill("Typed before the error");
  await says(page, "Not published");
  await breakPage(opened);
  const text = page.getByLabel("Text of the draft");
  expect(await text.inputValue()).toMatch(/^title: Typed before the error$/m);
  await button(page, "Reload the page").click();
  await expect.poll(() => title.inputValue().catch(() => "")).toBe("Typed before the error");
  // A draft that leads back there whenever the page is loaded.
  await button(page, "Pick a time").click();
  await says(page, "The editor ran into an error");
  await button(page, "Start without this draft").click();
  await says(page, "This browser keeps a draft that cannot be opened here.");
  expect(await title.inputValue()).toBe("Moving");
  expect(await text.inputValue()).toMatch(/^title: Typed before the error$/m);
});
