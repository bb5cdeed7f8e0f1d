import { describe, expect, it } from "vitest";
import { linkParts } from "../../schema/text/links.ts";
import { hostileTexts } from "../support/texts/hostile-texts.ts";

/** The links in a text, each with its target if that differs from the text. */
const linksIn = (text: string) =>
  linkParts(text).flatMap(({ text, href }) => (href ? [href === text ? text : `${text} → ${href}`] : []));

describe("Links in a text", () => {
  it.each([
    ["Status: https://status.example.com/a?b=c#d.", "https://status.example.com/a?b=c#d"],
    ["(see http://example.com:8080/x), or", "http://example.com:8080/x"],
    ["詳細はhttps://example.com/statusをご覧", "https://example.com/status"],
    ["https://example.com", "https://example.com"],
    ["Mail help@example.com.", "help@example.com → mailto:help@example.com"],
    ["<a+b@mail.example.com>", "a+b@mail.example.com → mailto:a%2Bb@mail.example.com"],
    ...["Call +49 30 901820.", "+49 30 901820 24 hours", "+49 30 901820 24h", "+49 30 901820 24/7"].map(
      (text) => [text, "+49 30 901820 → tel:+4930901820"],
    ),
    ["Call +1 (555) 123-4567 now", "+1 (555) 123-4567 → tel:+15551234567"],
    ["+1 555 123 4567x89", "+1 555 123 4567 → tel:+15551234567"],
    ["+46 8 123 456 78 eller", "+46 8 123 456 78 → tel:+46812345678"],
    ["+49 30 901820-12 oder", "+49 30 901820-12 → tel:+493090182012"],
    ["邮箱：help@example.com", "help@example.com → mailto:help@example.com"],
    ["Appelez +33 1 23 45 67 89 ou", "+33 1 23 45 67 89 → tel:+33123456789"],
  ])("are found: %s", (text = "", ...links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it.each([
    ...["https://bank.example@evil.example/", "https://bank.example:443@evil.example/", "https://"],
    ...["https://bank.example\\@evil.example", "https://bänk.example/", "https://example.comをご覧"],
    ...["https://example。com", "https://example.com.évil.example", "www.example.com", "a@b@example.com"],
    ...["xhttps://example.com", "javascript:alert(1)", "[text](/path)", "müller@example.com"],
    ...["help@example.comまで", "help@localhost", "+49 30", "+1234567890123456"],
    ...["030 901820", "1+4930901820"],
  ])("are not found: %s", (text) => {
    expect(linksIn(text)).toEqual([]);
  });

  it("keep a hostile text unchanged, and lead only to what the text shows", () => {
    for (const text of hostileTexts) {
      const parts = linkParts(text);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      for (const { text, href } of parts)
        if (href) {
          const { protocol, host, username } = new URL(href);
          expect([protocol, username]).toEqual([expect.stringMatching(/^(https?|mailto|tel):$/), ""]);
          if (host) expect(text).toContain(host);
        }
    }
  });
});
