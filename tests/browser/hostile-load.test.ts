import { describe, it } from "vitest";
import { eachNth, ownTexts } from "../support/texts/hostile-texts.ts";
import { showWhenLoaded } from "../support/trials/hostile-pages.ts";

describe("a hostile text that was taken", () => {
  it("is shown as text by a page that is loaded with it, and asks for nothing", () =>
    showWhenLoaded(eachNth(24, ownTexts)));
});
