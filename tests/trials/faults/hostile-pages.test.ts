import { describe, it } from "vitest";
import { naughtyTexts, ownTexts } from "../../support/texts/hostile-texts.ts";
import { showWhenLoaded, showWhileOpen } from "../../support/trials/hostile-pages.ts";

describe("every hostile text that was taken", () => {
  it("is shown as text by a page that is loaded with it, and asks for nothing", () =>
    showWhenLoaded(ownTexts));

  it.each([
    ["our own", ownTexts],
    ["the big list's", naughtyTexts],
  ])("is shown as text by open pages, narrow and wide, and asks for nothing: %s", (_name, texts) =>
    showWhileOpen(texts),
  );
});
