import { secretFile, secretNames } from "../../../schema/settings/settings-schema.ts";

/** A value for each setting that holds a secret, with characters that every encoding changes. */
export const secrets: [setting: string, value: string][] = secretNames.map((name, index) => [
  name,
  `Sentinel-${index}-"&<+/=?%'\\~secret~${index}`,
]);

export const secretFiles = secretNames.map(secretFile);

/** The forms in which a text can give the secret away: as it is, and in the usual encodings. */
export function tracesOf(secret: string): string[] {
  // The base64 of a text depends on what stands around it: it has three forms.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(" ".repeat(shift) + secret)
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, -4),
  );
  // Enough of the secret to be found, however the rest is escaped.
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
    [...secret].map((character) => `&#${character.charCodeAt(0)};`).join(""),
    Buffer.from(secret).toString("hex"),
    [...secret].reverse().join(""),
  ];
}
