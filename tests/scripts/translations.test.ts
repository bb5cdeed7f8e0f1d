import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice } from "../support/command/command.ts";
import { type Prepared, prepared } from "../support/command/prepared.ts";

const own = { title: "We are moving", message: "Back at nine." };
const de = { title: "Wir ziehen um", message: "Um neun sind wir zurück." };
const flags = ({ title, message }: { title: string; message: string }) => [
  "--title",
  title,
  "--message",
  message,
];

/** A command on a store whose notice is in English and, if they are given, in other languages. */
async function translated(...tags: string[]): Promise<Prepared> {
  const at = await prepared();
  expect(await at.run("set", "--language", "en", ...flags(own))).toMatchObject({ code: 0, stderr: "" });
  for (const tag of tags)
    expect(await at.run("set", "--lang", tag, ...flags(de))).toMatchObject({ code: 0, stderr: "" });
  return at;
}

describe("notice set --lang", () => {
  it("writes a translation and prints the difference", async () => {
    const { run, document, storeLine, backTo } = await translated();
    expect(await run("set", "--lang", "de-AT", ...flags(de))).toEqual({
      code: 0,
      stderr: "",
      stdout: `Revision 3 is published.\n+ translations.de.title: Wir ziehen um\n+ translations.de.message: Um neun sind wir zurück.\n${backTo(2)}${storeLine}`,
    });
    expect(await document()).toEqual({ ...defaults, ...own, language: "en", translations: { de } });
    await run("set", "--lang", "de", "--title", "Umzug");
    expect((await document()).translations).toEqual({ de: { ...de, title: "Umzug" } });
  });

  it.each([
    ["zh-TW", "zh-Hant"],
    ["pt-AO", "pt-PT"],
    ["FR-ca", "fr"],
  ])("reads the browser language %s as %s", async (given, tag) => {
    const { run, document } = await translated(given);
    expect(Object.keys((await document()).translations ?? {})).toEqual([tag]);
    expect((await run("set", "--clear-lang", given)).code).toBe(0);
    expect(await document()).not.toHaveProperty("translations");
  });

  it("supports --dry-run, --json and --if-revision", async () => {
    const { run, document } = await translated();
    expect((await run("set", "--lang", "de", ...flags(de), "--dry-run")).stdout).toMatch(
      /^Nothing was changed. This would follow revision 2:\n\+ translations\.de\.title: /,
    );
    expect(await document()).not.toHaveProperty("translations");
    const { stdout } = await run("set", "--lang", "de", ...flags(de), "--json", "--if-revision", "2");
    expect(JSON.parse(stdout)).toMatchObject({
      published: true,
      revision: 3,
      changed: ["translations.de"],
      notice: { translations: { de } },
    });
  });

  it.each([
    [["--lang", "dee", "--title", "x"], '--lang "dee" is not one of the page\'s languages: did you mean de?'],
    [["--lang", "en-GB", "--title", "x"], "The notice itself is in en: change its words without --lang."],
    [["--lang", "de"], "A translation needs every text of the notice: give each with --title, --message or "],
    [
      ["--lang", "de", "--title", "x"],
      "A translation needs every text of the notice: give --message as well.",
    ],
    [
      ["--lang", "de", ...flags(de), "--expected-return", "bald"],
      '"translations.de.expectedReturn" translates no',
    ],
    [["--lang", "de", "--contact-email", "a@b.co"], "--contact-email is the same in every language: give it"],
    [["--lang", "de", "--language", "en"], "--language sets the language of the notice itself: give it"],
    [["--lang", "de", "--clear", "message"], "--clear removes text of the notice itself: give it without"],
    [["--lang", "de", "--clear-lang", "fr"], "--lang writes a translation and --clear-lang removes "],
    [
      ["--lang", "de", "--title", "x", "--keep-translations"],
      "--keep-translations is for changes of the notice",
    ],
    [["--clear-lang", "fr"], "The notice has no translation fr: it has none at all."],
    [
      ["--language", "english"],
      '"language" is "english", which is not a language tag in canonical case: give it',
    ],
  ])("refuses %j in one sentence", async (args, sentence) => {
    const { run, document } = await translated();
    const { code, stdout, stderr } = await run("set", ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+[.?]\n$/);
    expect(await document()).toEqual({ ...defaults, ...own, language: "en" });
  });

  it("refuses a translation into the notice's own language", async () => {
    const { run } = await translated("de");
    expect((await run("set", "--language", "de-CH")).stderr).toBe(
      '"translations.de" translates the notice into its own language, because "language" is "de-CH": remove it, or correct "language".\n',
    );
    expect((await run("set", "--language", "DE-ch", "--clear-lang", "de")).code).toBe(0);
  });
});

describe("A translation, when notice set changes the base text,", () => {
  it("is removed with the text that it translates, and the output says so", async () => {
    const { run, document } = await translated("de", "fr");
    const { stdout } = await run("set", "--title", "Other");
    expect(stdout).toMatch(
      /^Revision 5 is published\.\n- title: We are moving\n\+ title: Other\n- translations\.de\.title: /,
    );
    expect(stdout).toContain(
      "\nThe words in de, fr are removed, because they translate the old text: translate again with `npx notice set --lang`, or keep them with --keep-translations.\n",
    );
    expect(await document()).toEqual({ ...defaults, ...own, title: "Other", language: "en" });
  });

  it("loses its title if the base title becomes the default", async () => {
    const { run } = await translated("de");
    const { stdout } = await run("set", "--title", defaults.title, "--clear", "message");
    expect(stdout).toContain("\n- translations.de.title: ");
    expect(stdout).not.toContain("--keep-translations");
  });

  it("stays with --keep-translations, with a warning", async () => {
    const { run, document } = await translated("de", "fr");
    const { stdout } = await run("set", "--title", "Other", "--keep-translations", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      changed: ["title"],
      warnings: [
        "The words in de, fr stay as they are, although the notice's own change: check that they still say the same.",
      ],
    });
    expect(Object.keys((await document()).translations ?? {})).toEqual(["de", "fr"]);
    expect(await run("set", "--expected-return", "soon", "--keep-translations")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^--keep-translations would leave de, fr without "expectedReturn", which is new/,
      ),
    });
  });
});

describe("A whole document", () => {
  it("is published by apply and rollback with its old translations and a warning", async () => {
    const { run, document, env, storeLine, backTo } = await translated("de");
    const changed = { ...(await document()), title: "Other" };
    const { stdout } = await notice(env, ["apply", "-"], { stdin: JSON.stringify(changed) });
    expect(stdout).toBe(
      `Revision 4 is published.\n- title: We are moving\n+ title: Other\n` +
        `The words in de stay as they are, although the notice's own change: check that they still say the same.\n${backTo(3)}${storeLine}`,
    );
    expect((await run("rollback", "2")).stdout).not.toContain("The words in");
    expect(await document()).not.toHaveProperty("translations");
    expect((await run("rollback", "4", "--dry-run")).stdout).toContain(
      "+ translations.de.title: Wir ziehen um",
    );
  });
});

describe("notice show", () => {
  it("prints the language and the list of translations", async () => {
    const { run } = await translated("de", "fr");
    expect((await run("show")).stdout).toMatch(/\nLanguage: {5}en\nTranslations: de, fr\n/);
  });

  it.each([
    ["de-AT", "The page is in de, and your text on it is in de.", "Wir ziehen um"],
    ["ja", "The page is in ja, and your text on it is in en.", "We are moving"],
    ["en", "The page is in en, and your text on it is in en.", "We are moving"],
  ])("prints with --lang %s what that visitor sees", async (lang, sentence, title) => {
    const { run } = await translated("de");
    const lines = (await run("show", "--lang", lang)).stdout.split("\n");
    expect(lines.slice(1, 3)).toEqual([sentence, `Title:        ${title}`]);
  });

  it("prints the default text in that language if nobody wrote another", async () => {
    const { run } = await prepared();
    const { stdout } = await run("show", "--lang", "de");
    expect(stdout).toContain(
      "\nThe page is in de, and has only its default text.\nTitle:        Wartungsarbeiten\n",
    );
    await run("set", "--message", "x");
    expect((await run("show", "--lang", "de")).stdout).toContain(
      "The notice does not state its language: set it with",
    );
    expect(JSON.parse((await run("show", "--lang", "de", "--json")).stdout)).toEqual({
      page: "de",
      title: "Wartungsarbeiten",
      message: "x",
      contactEmail: "support@example.com",
    });
    expect((await run("show", "--lang", "dee")).code).toBe(2);
  });
});
