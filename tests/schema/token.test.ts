import { describe, expect, it } from "vitest";
import { isExpired } from "../../schema/token/new-token.ts";
import { endingOf, isToken, makeToken } from "../../schema/token/token.ts";

describe("a token", () => {
  it("is a prefix, 43 random characters and a checksum, and never the same twice", () => {
    const tokens = Array.from({ length: 500 }, makeToken);
    for (const token of tokens) {
      expect(token).toMatch(/^bsn_[0-9A-Za-z]{49}$/);
      expect(isToken(token)).toBe(true);
      expect(endingOf(token)).toBe(token.slice(49));
    }
    expect(new Set(tokens).size).toBe(tokens.length);
    // Each character of the alphabet, in 21 500 that are drawn from 62.
    expect(new Set(tokens.flatMap((token) => [...token.slice(4, 47)])).size).toBe(62);
  });

  it("has the checksum that secret scanners compute: CRC-32 in base 62", () => {
    const secret = `${"1234567890".repeat(4)}123`;
    // @see https://reveng.sourceforge.io/crc-catalogue/17plus.htm (CRC-32/ISO-HDLC)
    expect(isToken(`bsn_${secret}${inBase62(crc32OfBytes(Buffer.from(secret)))}`)).toBe(true);
  });

  it("is known to be mistyped by any one character, and by any two that are swapped", () => {
    const token = makeToken();
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === "x" ? "y" : "x";
      expect(isToken(token.slice(0, index) + other + token.slice(index + 1))).toBe(false);
      const [one = "", two = ""] = token.slice(index, index + 2);
      if (one !== two && two) {
        expect(isToken(token.slice(0, index) + two + one + token.slice(index + 2))).toBe(false);
      }
    }
    for (const text of [
      "",
      "bsn_",
      `${token}\n`,
      ` ${token}`,
      `${token}0`,
      token.slice(1),
      token.slice(0, -1),
    ])
      expect([text, isToken(text)]).toEqual([text, false]);
  });
});

it("a token is over from the moment that it expires", () => {
  const now = new Date("2026-11-22T10:00:00.000Z");
  for (const [expiresAt, isOver] of [
    ["2026-11-22T10:00:00.001Z", false],
    ["2026-11-22T10:00:00.000Z", true],
    ["2026-11-22T09:59:59.999Z", true],
  ] as const)
    expect(isExpired({ expiresAt }, now)).toBe(isOver);
});

function crc32OfBytes(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function inBase62(number: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = number; text.length < 6; rest = Math.floor(rest / 62))
    text = digits.charAt(rest % 62) + text;
  return text;
}
