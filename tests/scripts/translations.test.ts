import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice, refusal } from "../support/command/command.ts";
import { type Prepared, prepared } from "../support/command/prepared.ts";

const own = { title: "We are moving", message: "Back at nine." };
const de = { title: "Wir ziehen um", message: "Um neun sind wir zurück." };
const english = { ...defaults, ...own, language: "en" };
const flags = ({ title, message } = de) => ["--title", title, "--message", message];

/** A store whose notice is in English and in these languages. */
async function translated(...tags: string[]): Promise<Prepared> {
  const at = await prepared();
  expect((await at.run("set", "--language", "en", ...flags(own))).code).toBe(0);
  for (const tag of tags) expect((await at.run("set", "--lang", tag, ...flags())).code).toBe(0);
  return at;
}

describe("notice set --lang", () => {
  it("writes a translation and prints the difference", async () => {
    const { run, document, storeLine, backTo } = await translated();
    const difference = `+ translations.de.title: ${de.title}\n+ translations.de.message: ${de.message}\n`;
    const dryRun = await run("set", "--lang", "de", ...flags(), "--dry-run");
    expect(dryRun.stdout).toContain(`This would follow revision 2:\n${difference}`);
    expect(await document()).toEqual(english);
    expect(await run("set", "--lang", "de-AT", ...flags())).toEqual({
      code: 0,
      stderr: "",
      stdout: `Revision 3 is published.\n${difference}${backTo(2)}${storeLine}`,
    });
    expect(await document()).toEqual({ ...english, translations: { de } });
    const { stdout } = await run("set", "--lang", "de", "--title", "Umzug", "--json", "--if-revision", "3");
    const notice = { translations: { de: { ...de, title: "Umzug" } } };
    expect(JSON.parse(stdout)).toMatchObject({ revision: 4, changed: ["translations.de"], notice });
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

  it.each([
    [["--lang", "dee", "--title", "x"], "is not one of the page's languages: did you mean de?"],
    [["--lang", "en-GB", "--title", "x"], "The notice itself is in en: change its words without --lang."],
    [["--lang", "de"], "A translation needs every text of the notice: give each with --title, --message or "],
    [["--lang", "de", "--title", "x"], "needs every text of the notice: give --message as well."],
    [["--lang", "de", ...flags(), "--expected-return", "bald"], '"translations.de.expectedReturn" '],
    [["--lang", "de", "--contact-email", "a@b.co"], "--contact-email is the same in every language: give it"],
    [["--lang", "de", "--language", "en"], "--language sets the language of the notice itself: give it"],
    [["--lang", "de", "--clear", "message"], "--clear removes text of the notice itself: give it without"],
    [["--lang", "de", "--clear-lang", "fr"], "--lang writes a translation and --clear-lang removes "],
    [["--lang", "de", "--title", "x", "--keep-translations"], "--keep-translations is for changes of the"],
    [["--clear-lang", "fr"], "The notice has no translation fr: it has none at all."],
    [["--language", "english"], '"language" is "english", which is not a language tag in canonical case'],
  ])("refuses %j in one sentence", async (args, words) => {
    const { run, document } = await translated();
    expect(await run("set", ...args)).toEqual(refusal(words));
    expect(await document()).toEqual(english);
  });

  it("refuses a translation into the notice's own language", async () => {
    const { run } = await translated("de");
    const refused = refusal('"translations.de" translates the notice into its own language');
    expect(await run("set", "--language", "de-CH")).toEqual(refused);
    expect((await run("set", "--language", "DE-ch", "--clear-lang", "de")).code).toBe(0);
  });
});

describe("A translation, when notice set changes the base text,", () => {
  it("is removed with the text that it translates, and the output says so", async () => {
    const { run, document } = await translated("de", "fr");
    const { stdout } = await run("set", "--title", "Other");
    expect(stdout).toMatch(
      /^Revision 5 [^-]+- title: We are moving\n\+ title: Other\n- translations\.de\.title: /,
    );
    expect(stdout).toMatch(/\nThe words in de, fr are removed, .* or keep them with --keep-translations\.\n/);
    expect(await document()).toEqual({ ...english, title: "Other" });
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
    const warnings = [expect.stringContaining("The words in de, fr stay as they are")];
    expect(JSON.parse(stdout)).toMatchObject({ changed: ["title"], warnings });
    expect(Object.keys((await document()).translations ?? {})).toEqual(["de", "fr"]);
    const incomplete = refusal(
      '--keep-translations would leave de, fr without "expectedReturn", which is new',
    );
    expect(await run("set", "--expected-return", "soon", "--keep-translations")).toEqual(incomplete);
  });

  it("stays if apply or rollback publish a whole document, with a warning", async () => {
    const { run, document, env } = await translated("de");
    const stdin = JSON.stringify({ ...(await document()), title: "Other" });
    expect((await notice(env, ["apply", "-"], { stdin })).stdout).toMatch(
      /^Revision 4 is published\.\n- title: We are moving\n\+ title: Other\nThe words in de stay as they are, /,
    );
    expect((await run("rollback", "2")).stdout).not.toContain("The words in");
    expect(await document()).toEqual(english);
    const dryRun = await run("rollback", "4", "--dry-run");
    expect(dryRun.stdout).toContain(`+ translations.de.title: ${de.title}`);
  });
});

describe("notice show", () => {
  it("prints the language and the list of translations", async () => {
    const { run } = await translated("de", "fr");
    expect((await run("show")).stdout).toMatch(/\nLanguage: {5}en\nTranslations: de, fr\n/);
  });

  it.each([
    ["de-AT", "The page is in de, and your text on it is in de.", de.title],
    ["ja", "The page is in ja, and your text on it is in en.", own.title],
    ["en", "The page is in en, and your text on it is in en.", own.title],
  ])("prints with --lang %s what that visitor sees", async (lang, sentence, title) => {
    const { run } = await translated("de");
    const { stdout } = await run("show", "--lang", lang);
    expect(stdout.split("\n").slice(1, 3)).toEqual([sentence, `Title:        ${title}`]);
  });

  it("prints the default text in that language if nobody wrote another", async () => {
    const { run } = await prepared();
    const show = async (...args: string[]) => (await run("show", "--lang", ...args)).stdout;
    const title = "Wartungsarbeiten";
    const words = "\nThe page is in de, and has only its default text.\nTitle:        ";
    expect(await show("de")).toContain(words + title);
    await run("set", "--message", "x");
    expect(await show("de")).toContain("The notice does not state its language: set it with");
    const contactEmail = "support@example.com";
    expect(JSON.parse(await show("de", "--json"))).toEqual({ page: "de", title, message: "x", contactEmail });
    expect((await run("show", "--lang", "dee")).code).toBe(2);
  });
});
