import { secretFile, secretNames } from "../../../schema/settings/settings-schema.ts";

/** A secret for each setting that holds one, with characters that every encoding changes. */
export const secrets: [setting: string, value: string][] = secretNames.map((name, index) => [
  name,
  `Sentinel-${index}-"&<+/=?%'\\~secret~${index}`,
]);

/** The settings that name a file for each secret. */
export const secretFiles = secretNames.map(secretFile);

/** What a text would hold if it gave a secret away: as it is, and in the usual encodings. */
export function tracesOf(secret: string): string[] {
  // In base64 three letters are four, so that the same text has three forms, whose ends depend on what is around it.
  const base64 = [0, 1, 2].map((shift) => {
    const shifted = Buffer.from(" ".repeat(shift) + secret).toString("base64");
    return shifted.slice(shift === 0 ? 0 : 4, -4);
  });
  const escaped = [...secret].map((character) => `&#${character.charCodeAt(0)};`).join("");
  // Enough of it to be found however the rest is escaped.
  const [plain = secret] = /^[\w-]{8,}/.exec(secret) ?? [];
  return [
    secret,
    plain,
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ "": secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
    escaped,
    Buffer.from(secret).toString("hex"),
    [...secret].reverse().join(""),
  ];
}
