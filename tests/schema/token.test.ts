import { describe, expect, it } from "vitest";
import { endingOf, isExpired, isToken, makeToken } from "../../schema/token/token.ts";

describe("A token", () => {
  it("has a prefix, 43 random characters and a checksum, and is never made twice", () => {
    const tokens = Array.from({ length: 500 }, makeToken);
    for (const token of tokens) {
      expect(token).toMatch(/^bsn_[0-9A-Za-z]{49}$/);
      expect(isToken(token)).toBe(true);
      expect(endingOf(token)).toBe(token.slice(49));
    }
    expect(new Set(tokens).size).toBe(tokens.length);
    // 21,500 random characters include each of the 62.
    expect(new Set(tokens.flatMap((token) => [...token.slice(4, 47)])).size).toBe(62);
  });

  it("has the CRC-32 in base 62 that secret scanners compute", () => {
    // Computed by Python's binascii.crc32.
    expect(isToken(`bsn_${"1234567890".repeat(4)}12306AocT`)).toBe(true);
  });

  it("is refused with one wrong character or two swapped characters", () => {
    const token = makeToken();
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === "x" ? "y" : "x";
      expect(isToken(token.slice(0, index) + other + token.slice(index + 1))).toBe(false);
      const [one = "", two = ""] = token.slice(index, index + 2);
      if (one !== two && two)
        expect(isToken(token.slice(0, index) + two + one + token.slice(index + 2))).toBe(false);
    }
    const wrong = ["", "bsn_", `${token}\n`, ` ${token}`, `${token}0`, token.slice(1), token.slice(0, -1)];
    for (const text of wrong) expect([text, isToken(text)]).toEqual([text, false]);
  });

  it("is expired from the moment of its expiry", () => {
    const expiresAt = "2026-11-22T10:00:00.000Z";
    expect(isExpired({ expiresAt }, new Date("2026-11-22T09:59:59.999Z"))).toBe(false);
    expect(isExpired({ expiresAt }, new Date(expiresAt))).toBe(true);
  });
});
