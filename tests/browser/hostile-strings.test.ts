import { describe, it } from "vitest";
import { eachNth, naughtyTexts } from "../support/texts/hostile-texts.ts";
import { showWhileOpen } from "../support/trials/hostile-pages.ts";

describe("a naughty string that was taken", () => {
  it("is shown as text by open pages, narrow and wide, and asks for nothing", () =>
    showWhileOpen(eachNth(24, naughtyTexts)));
});
