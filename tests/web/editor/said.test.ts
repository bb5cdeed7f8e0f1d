import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Said } from "../../../web/editor/controls/said.tsx";
import { inEnglish } from "../../../web/editor/language.ts";

const html = (text: string): string => renderToStaticMarkup(createElement(Said, null, text));

it("code is left to right, and a sentence of the service is marked as English", () => {
  expect(html(`شغّلوا \`notice editor\`. ${inEnglish("It is `off`.")}`)).toBe(
    'شغّلوا <code dir="ltr">notice editor</code>. <span lang="en" dir="ltr">It is <code dir="ltr">off</code>.</span>',
  );
});

it("a name stays isolated from the text direction, also inside a sentence of the service", () => {
  const name = "\u2068ben\u2069";
  expect(html(`باسم ${name}: ${inEnglish(`Field ${name} is empty.`)}`)).toBe(
    `باسم ${name}: <span lang="en" dir="ltr">Field ${name} is empty.</span>`,
  );
});
