import { describe, it } from "vitest";
import { eachNth, naughtyTexts, ownTexts } from "../support/texts/hostile-texts.ts";
import { showWhenLoaded, showWhileOpen } from "../support/trials/hostile-pages.ts";

describe("a hostile text that was taken is shown as text, and asks for nothing", () => {
  it("by a page that is loaded with it", () => showWhenLoaded(eachNth(24, ownTexts)));
  it("by open pages, narrow and wide", () => showWhileOpen(eachNth(48, naughtyTexts)));
});
