import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Secret scanners find tokens by this prefix. */
const tokenPrefix = "bsn_";
/** The digits for 256 random bits. */
const secretLength = 43;
/** The digits for the 32 bits of a CRC-32. */
const checksumLength = 6;
const shape = new RegExp(`^${tokenPrefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** A new token: a prefix, 256 random bits, and a checksum, which reveals mistyped tokens without a store. */
export function makeToken(): string {
  const secret = Array.from({ length: secretLength }, () => digits.charAt(randomInt(digits.length))).join("");
  return tokenPrefix + secret + checksumOf(secret);
}

/** Whether a text has the form of a token, and the checksum that belongs to it. */
export function isToken(text: string): boolean {
  const [, secret = "", checksum] = shape.exec(text) ?? [];
  return checksum === checksumOf(secret);
}

/** The last four characters of a token, so that people can tell tokens apart. */
export function endingOf(token: string): string {
  return token.slice(-4);
}

/** @see https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/ */
function checksumOf(secret: string): string {
  let text = "";
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / digits.length)) {
    text = digits.charAt(rest % digits.length) + text;
  }
  return text.padStart(checksumLength, "0");
}
