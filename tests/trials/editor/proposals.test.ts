import { it } from "vitest";
import { button, field, openEditor, says } from "../../support/browser/editor-page.ts";
import { chatHere } from "../../support/service/chat-here.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor(async (onFinished) => ({
  proposals: (await chatHere({ onFinished })).proposals,
}));

it("where what shows proposals cannot be loaded, one sentence says so, and the rest works", async () => {
  const { page } = await openEditor(editor().makeLink());
  await page.route("**/assets/proposals-*.js", (route) => route.abort());
  await button(page, "Sign in with this link").click();
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await field(page, "Title").fill("Typed");
  await says(page, "Not published");
});
