import { defaults } from "../notice/defaults.ts";
import type { Notice } from "../notice/notice.ts";
import type { Text } from "../notice/texts.ts";
import { timeShape } from "../text/patterns.ts";

/** Texts that ops wrote. */
export type Texts = { readonly [T in Text]?: string };

const time = new RegExp(timeShape);

/** Whether a text has the shape of a time, which no translation may have: it is the same in every language. */
export const hasTimeShape = (text: string): boolean => time.test(text);

/** The texts that ops wrote in the notice itself, without the default title and times, which the page translates. */
export function writtenTexts({ title, message, expectedReturn }: Notice): Texts {
  return {
    ...(title !== defaults.title && { title }),
    ...(message !== undefined && { message }),
    ...(expectedReturn !== undefined && !hasTimeShape(expectedReturn) && { expectedReturn }),
  };
}
