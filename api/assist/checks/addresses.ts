const letter = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`;
const host = String.raw`[${letter}\p{Nd}][${letter}\p{Nd}-]{1,62}(?:\.[${letter}\p{Nd}-]{1,63}){0,20}\.[${letter}]{2,63}`;

// Each part has a maximum length, so that no text makes the search slow.
const address = new RegExp(
  [
    `[a-z][a-z0-9+.-]{0,20}://[!-~${letter}]{1,2000}`,
    String.raw`[${letter}\p{Nd}._%+&'-]{1,64}@(?:${host})`,
    `${host}(?:[:/?#][!-~]{0,2000})?`,
    String.raw`\d{1,3}(?:\.\d{1,3}){3}`,
    // A telephone number.
    String.raw`(?:\+|(?<!\d)0)(?!\d[/-]\d\d[/-]\d{4})\d(?:[ ()/-]{0,2}\d){5,18}`,
  ].join("|"),
  "giu",
);

/** A text with a space in place of each address. */
export function withoutAddresses(text: string): string {
  return text.normalize("NFKC").replace(address, " ");
}

/** The URLs, domains, e-mail addresses and telephone numbers in a text, in lower case and normal width. */
export function findAddresses(text: string): string[] {
  const found = text.normalize("NFKC").match(address) ?? [];
  // The blanks and strokes of a telephone number vary.
  const alike = (one: string): string => (/\p{L}|\./u.test(one) ? one : one.replace(/[ ()/-]/g, ""));
  return found.map((one) =>
    alike(one)
      .toLowerCase()
      .replace(/[.,;:!?)\]}'"*_~/-]{1,99}$/, ""),
  );
}
