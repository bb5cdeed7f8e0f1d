import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import { explain, findFaults } from "../../schema/notice/faults.ts";
import {
  fields,
  type Notice,
  normalizeText,
  noticeSchema,
  optionalFields,
  serialize,
} from "../../schema/notice/notice.ts";
import { textNames, textSchemas } from "../../schema/notice/texts.ts";
import { anyJson } from "../support/texts/arbitraries.ts";
import { maxMessage, maxReturn, maxTitle, noticeWith } from "../support/texts/notices.ts";

/** The sentence with which a value is refused. */
function refusal(value: unknown): string {
  try {
    checkNotice(value);
  } catch (error) {
    if (isNoticeError(error, "NOTICE_INVALID") && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error(`It was taken: ${JSON.stringify(value)}`);
}

const withField = (field: string, value: unknown) => ({ ...defaults, [field]: value });

describe("a notice is refused with a sentence that names the field, the rule and the way out", () => {
  it.each([null, true, 7, "text", [], [defaults]])("when it is no object: %j", (value) => {
    expect(refusal(value)).toMatch(
      /^A notice is a JSON object, not .*: the command `show --json` prints one/,
    );
  });

  it.each(["isEnabled", "title", "contactEmail"] as const)("when %s is missing", (field) => {
    const { [field]: _, ...rest } = defaults;
    expect(refusal(rest)).toMatch(new RegExp(`^"${field}" is missing: give it .`));
  });

  it.each(["constructor", "toString", "", "status"])("when it has the unknown field %j", (field) => {
    expect(refusal(withField(field, "x"))).toBe(
      `${JSON.stringify(field)} is not a field of a notice: remove it; the fields are ${fields.join(", ")}.`,
    );
  });

  it.each([
    ["titel", "title"],
    ["Message", "message"],
    ["contact_email", "contactEmail"],
    ["traslation", "translations"],
  ])("when %j is probably %s", (field, meant) => {
    expect(refusal(withField(field, "x"))).toBe(
      `"${field}" is not a field of a notice (did you mean ${meant}?): correct the name, or remove it.`,
    );
  });

  it("when it brings a prototype", () => {
    expect(
      refusal(JSON.parse('{"isEnabled":true,"__proto__":{"title":"x","contactEmail":"a@b.co"}}')),
    ).toMatch(/^"title" is missing/);
    expect(refusal({ ...JSON.parse('{"__proto__":1}') })).toMatch(/missing/);
    expect(refusal(JSON.parse(`${serialize(defaults).slice(0, -1)},"__proto__":{}}`))).toMatch(
      /^"__proto__" is not a field/,
    );
  });

  it.each([false, "true", "false", 1, 0, null, [], {}])("when isEnabled is %j", (value) => {
    expect(refusal(withField("isEnabled", value))).toMatch(
      /^"isEnabled" is always true, not .*: the notice cannot be turned off; take the app back online at the load balancer\.$/,
    );
  });

  describe.each(["title", "message", "expectedReturn", "contactEmail"] as const)("when %s", (field) => {
    it.each([7, true, ["x"], { a: 1 }])("is %j, no text", (value) => {
      expect(refusal(withField(field, value))).toMatch(
        new RegExp(`^"${field}" must be text, not .*: give it `),
      );
    });

    it("is null", () => {
      const leaveOut = optionalFields.includes(field) ? "leave the field out, or " : "";
      expect(refusal(withField(field, null))).toMatch(
        new RegExp(`^"${field}" must be text, not null: ${leaveOut}give it `),
      );
    });

    it("is empty", () => {
      expect(refusal(withField(field, ""))).toMatch(new RegExp(`^"${field}" is empty: give it `));
    });

    it("is longer than fits", () => {
      const most = noticeSchema.properties[field].maxLength;
      expect(refusal(withField(field, "x".repeat(most + 1)))).toBe(
        `"${field}" has ${most + 1} characters, and at most ${most} are allowed: shorten it by 1.`,
      );
    });
  });

  describe.each(["title", "message", "expectedReturn"] as const)("when %s", (field) => {
    it.each(["\u0000", "\u0007", "\t", "\r", "\u001b", "\u007f", "\u009b"])(
      "contains the control character %j",
      (character) => {
        expect(refusal(withField(field, `a${character}b`))).toMatch(
          new RegExp(`^"${field}" contains the control character U\\+00[0-9A-F]{2}: give it `),
        );
      },
    );

    it.each(["\ud800", "\udfff", "a\udc00\ud800b"])("holds a lone surrogate: %j", (text) => {
      expect(refusal(withField(field, `x${text}`))).toMatch(
        new RegExp(`^"${field}" contains half a character \\(lone surrogate U\\+D`),
      );
    });

    it.each([
      " ",
      "   ",
      "\u00a0",
      "\u2003\u3000",
      "\u200b\u200d\ufeff",
      "\u2028",
      "\u2800",
      "\u3164",
      "\u00ad",
      "\ufff9",
    ])("shows nothing: %j", (text) => {
      expect(refusal(withField(field, text))).toMatch(
        new RegExp(`^"${field}" contains nothing visible: give it `),
      );
    });
  });

  it.each(["title", "expectedReturn"] as const)("when %s has a line break", (field) => {
    expect(refusal(withField(field, "a\nb"))).toMatch(/control character U\+000A/);
  });

  it("when a text breaks a rule that has no words of its own", () => {
    const error = {
      keyword: "pattern",
      instancePath: "/message",
      schemaPath: "",
      params: {},
      data: "Moving!!",
    };
    expect(explain(error, {})).toBe(`"message" is "Moving!!": give it ${textSchemas.message.description}.`);
  });

  it("when message is nothing but line breaks", () => {
    expect(refusal(withField("message", "\n \n"))).toMatch(/^"message" contains nothing visible/);
  });

  it.each([
    "a",
    "a@b",
    "a@b?bcc=x",
    "a@b.co?bcc=x@y.zz",
    "a?bcc=x@b.co",
    "a%0Abcc:x@b.co",
    "a@b.co\r\nBcc: x@y.zz",
    "a b@c.co",
    "a@b..co",
    ".a@b.co",
    "a.@b.co",
    "a..b@c.co",
    "a@-b.co",
    "a@b-.co",
    "a@b.c",
    "a@1.2.3.4",
    "a@[1.2.3.4]",
    "a@b.co,c@d.co",
    "A <a@b>",
    '"a b"@c.co',
    "<script>@b.co",
    "a@b@c.co",
    "@b.co",
    "ä@b.co",
    `${"a".repeat(65)}@b.co`,
    `a@${"b".repeat(64)}.co`,
  ])("when contactEmail is %j", (email) => {
    expect(refusal(withField("contactEmail", email))).toMatch(
      /^"contactEmail" is .*, which is not an e-mail address that can be shown as a link: give it an e-mail address/,
    );
  });

  it.each([
    ["mailto:help@b.co", "help@b.co"],
    ["MAILTO:help@b.co?subject=Hi@you", "help@b.co"],
    ["Help Desk <help@b.co>", "help@b.co"],
    ['"Desk, Help" <mailto:help@b.co> ', "help@b.co"],
    ["< help@b.co >", "help@b.co"],
    [" help@b.co\t", "help@b.co"],
    ["help@b.co\n", "help@b.co"],
    ["help@b.co\r", "help@b.co"],
    ["\u00a0help@b.co\u3000", "help@b.co"],
    ["help@m\u00fcnchen.example", "help@xn--mnchen-3ya.example"],
    ["Hilfe <help@mu\u0308nchen.example>", "help@xn--mnchen-3ya.example"],
    ["help@\u4f8b\u3048.jp", "help@xn--r8jz45g.jp"],
  ])("when contactEmail is %j, with the address that is meant", (given, meant) => {
    expect(refusal(withField("contactEmail", given))).toMatch(new RegExp(`: write "${meant}"\\.$`));
    expect(isTaken(withField("contactEmail", meant))).toBe(true);
  });

  it("in ASCII, whatever the value holds", () => {
    expect(refusal(withField("contactEmail", "\u001b[2J\u202e"))).not.toMatch(/[^ -~]/);
    expect(refusal(withField("\u001b[2J\u202e", "x"))).not.toMatch(/[^ -~]/);
  });
});

describe("a notice is taken", () => {
  it.each<Partial<Notice>>([
    {},
    { title: "x" },
    { title: "x".repeat(maxTitle) },
    { title: "😀".repeat(maxTitle) },
    { title: "👩‍👩‍👧‍👦 zurück" },
    { title: " x " },
    { message: "x".repeat(maxMessage) },
    { message: "one\n\ntwo\n" },
    { message: "</script><script>alert(1)</script> $&" },
    { expectedReturn: "2026-11-21T18:30:00+01:00" },
    { expectedReturn: "soon" },
    { expectedReturn: "x".repeat(maxReturn) },
    { contactEmail: "first.last+tag@sub.example-domain.org" },
    { contactEmail: "r&d@example.com" },
    { contactEmail: "a@xn--bcher-kva.example" },
  ])("as it is: %j", (changes) => {
    expect(checkNotice(noticeWith(changes))).toEqual(noticeWith(changes));
  });

  it("in NFC", () => {
    expect(checkNotice(noticeWith({ title: "A\u030angstrom" })).title).toBe("\u00c5ngstrom");
  });

  it("with LF for the line ends of Windows, and for what a shell leaves of the last one", () => {
    const message = "One\r\nTwo\r\n\r\nThree\r";
    const taken = checkNotice({ ...noticeWith({ message }), translations: { de: { message } } });
    expect([taken.message, taken.translations?.de?.message]).toEqual(Array(2).fill("One\nTwo\n\nThree\n"));
    expect(refusal(noticeWith({ message: "One\rTwo" }))).toMatch(/control character U\+000D/);
  });

  it("with LF for other separators of lines, and a blank in a text of one line", () => {
    const text = "One\u2028Two\u2029Three\vFour\u0085Five";
    const taken = checkNotice(noticeWith({ title: text, message: text, expectedReturn: text }));
    const [lines, line] = ["\n", " "].map((separator) =>
      "One Two Three Four Five".replaceAll(" ", separator),
    );
    expect([taken.title, taken.message, taken.expectedReturn]).toEqual([line, lines, line]);
    expect(findFaults(taken)).toEqual([]);
  });

  it("when it fits only in NFC, and refused when it fits only before", () => {
    expect(checkNotice(noticeWith({ title: "e\u0301".repeat(maxTitle) })).title).toHaveLength(maxTitle);
    expect(refusal(noticeWith({ title: "\u0958".repeat(maxTitle) }))).toContain(
      `has ${2 * maxTitle} characters`,
    );
  });

  it("or refused with one sentence, never anything else, whatever JSON it is", () => {
    let taken = 0;
    fc.assert(
      fc.property(anyJson, (value) => {
        try {
          const notice = checkNotice(value);
          taken += 1;
          expect(notice).toEqual(normalised(value));
          expect(JSON.parse(serialize(notice))).toEqual(notice);
        } catch (error) {
          if (!isNoticeError(error, "NOTICE_INVALID")) throw error;
          expect(error.message).toMatch(/^[^\n]+\.$/);
        }
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(20);
  });
});

describe("the schema", () => {
  it("has the limits that it was published with", () => {
    const limits = Object.entries(noticeSchema.properties).flatMap(([name, schema]) =>
      "maxLength" in schema ? [[name, schema.maxLength]] : [],
    );
    expect(Object.fromEntries(limits)).toEqual({
      ...{ title: 120, message: 2000, expectedReturn: 200, contactEmail: 254, language: 35 },
    });
  });

  it("says in words what it demands", () => {
    for (const schema of Object.values(noticeSchema.properties)) {
      if ("maxLength" in schema) expect(schema.description).toContain(`${schema.maxLength} characters`);
    }
    const { expectedReturn, contactEmail } = noticeSchema.properties;
    expect(readExpectedReturn(/\d{4}-\S+(?=,)/.exec(expectedReturn.description)?.[0] ?? "").kind).toBe(
      "time",
    );
    expect(contactEmail.description).toContain(contactEmail.default);
  });

  it.each([true, false])("says the same in an engine of its own, with the flag u: %s", (unicodeRegExp) => {
    const accepts = new Ajv({ unicodeRegExp }).compile(noticeSchema);
    fc.assert(
      fc.property(anyJson, (value) => {
        const normal = normalised(value);
        expect(accepts(normal)).toBe(isTaken(normal));
      }),
      { numRuns: 500 },
    );
  });

  it.each(textNames)("has no `.` in the pattern of %s: it stops at other line breaks in Python", (name) => {
    const withoutClasses = textSchemas[name].pattern.replace(/\[(?:\\.|[^\]])*\]|\\./g, "");
    expect(withoutClasses, "Write [\\s\\S] for any character.").not.toContain(".");
  });

  it("is JSON and has an identifier", () => {
    expect(JSON.parse(JSON.stringify(noticeSchema))).toEqual(noticeSchema);
    expect(new URL(noticeSchema.$id).protocol).toBe("https:");
  });
});

function normalised(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, part) =>
    typeof part === "string" ? normalizeText(part, name) : part,
  );
}

function isTaken(value: unknown): boolean {
  try {
    checkNotice(value);
    return true;
  } catch {
    return false;
  }
}
