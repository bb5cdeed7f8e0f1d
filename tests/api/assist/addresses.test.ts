import { expect, it } from "vitest";
import { replaceAddresses, withoutAddresses } from "../../../api/assist/addresses.ts";

function addressesIn(text: string): string[] {
  const found: string[] = [];
  replaceAddresses(text, (address) => {
    found.push(address);
    return "";
  });
  return found;
}

it.each([
  ["See https://status.example.com.", ["https://status.example.com"]],
  ["(see http://en.wikipedia.org/wiki/Foo_(bar)).", ["http://en.wikipedia.org/wiki/Foo_(bar)"]],
  [
    "[news](https://example.com/a), ftp://files.example.com!",
    ["https://example.com/a", "ftp://files.example.com"],
  ],
  [
    "Write to <support@example.com>, or mailto:a.b+c@example.co.uk!",
    ["support@example.com", "mailto:a.b+c@example.co.uk"],
  ],
  [
    "status.example.com/x, www.example.com; is it example.com?",
    ["status.example.com/x", "www.example.com", "example.com"],
  ],
  [
    "http://user:pw@10.0.0.1:8080/x?y=1#z or 192.168.1.10:8080/health",
    ["http://user:pw@10.0.0.1:8080/x?y=1#z", "192.168.1.10:8080/health"],
  ],
  [
    "x.com, t.co/abc, acme.berlin, Müller.de, xn--mnchen-3ya.de",
    ["x.com", "t.co/abc", "acme.berlin", "Müller.de", "xn--mnchen-3ya.de"],
  ],
  ["请访问status.example.com查看详情。", ["status.example.com"]],
  [
    "https://ja.wikipedia.org/wiki/東京 を、例え.jp/状態へ",
    ["https://ja.wikipedia.org/wiki/東京", "例え.jp/状態へ"],
  ],
  ["support@example.comまで、https://example.com/2에서", ["support@example.com", "https://example.com/2"]],
  [
    "ב-status.example.com. تابعونا على https://example.com/ar، وشكرا",
    ["status.example.com", "https://example.com/ar"],
  ],
  [
    "пишите на почта@пример.рф, сайт пример.рф/путь или пример.com",
    ["почта@пример.рф", "пример.рф/путь", "пример.com"],
  ],
  ["at localhost:3000, localhost/status, localhost: no", ["localhost:3000", "localhost/status"]],
  ["\u200fhttps://example.com\u200f", ["https://example.com"]],
])("finds the addresses in %s", (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

it.each([
  "at 9 p.m., e.g. z.B. p.ej. EE.UU. u.s.w. TP.HCM bzw.zum m.in. t.ex. p.ex.",
  "Node.js 1.20.3, v1.2.3 and 24.12./25.12., at 10.30.Then etc./usw.",
  "Soon.Thanks und/oder @acme a@b https:// tel:+49123 :// @ . ...",
  "We are back soon.It takes an hour, г.Москва",
  "moving db.back at nine, config.yaml and Backsoon.service, v2.3.beta, 21.30.then",
])("finds none in %s", (text) => {
  expect(addressesIn(text)).toEqual([]);
});

it("leaves a space where an address was", () => {
  expect(withoutAddresses("See example.com/2, or a@example.com.")).toBe("See  , or  .");
});

it.each([
  ["http://a.com ", 20_000, 20_000],
  ["a@b.com,", 12_000, 12_000],
  ["п.a.", 25_000, 0],
  ["好", 100_000, 0],
])("reads %s a hundred thousand characters long", (part, times, count) => {
  expect(addressesIn(part.repeat(times))).toHaveLength(count);
});
