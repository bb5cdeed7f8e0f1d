import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { translationMessages } from "../../../api/assist/propose.ts";
import { voiceOf } from "../../../web/render.tsx";
import { refusal } from "../../support/command/command.ts";
import { chatModel, json, questionIn, sentinel, translating } from "../../support/network/recorder.ts";
import { readProposal, withModels } from "./support/with-models.ts";

const words = { title: "We are moving", message: "Back at 21:00. Ask help@shop.example." };

const inGerman = { title: `Auf Deutsch: ${words.title}`, message: `Auf Deutsch: ${words.message}` };

/** A store with these words in English, and models. */
async function withWords(...parameters: Parameters<typeof withModels>) {
  const at = await withModels(...parameters);
  await at.run("set", "--title", words.title, "--message", words.message, "--language", "en");
  return at;
}

describe("notice translate", () => {
  it("sends only the texts, a request per language, and writes a file to publish", async () => {
    const { run, apply, recorded, document } = await withWords(chatModel(translating));
    const { code, stdout, stderr } = await run("translate", "--to", "de-AT,fr");
    expect([code, stderr]).toEqual([0, "Model requests today: 2 of 50.\n"]);
    expect(stdout).toContain(`This would follow revision 2:
+ translations.de.title: ${inGerman.title}
+ translations.de.message: ${inGerman.message}
+ translations.fr.title: En français : ${words.title}
+ translations.fr.message: En français : ${words.message}
`);
    expect((await apply(stdout)).code).toBe(0);
    expect((await document()).translations?.de).toEqual(inGerman);
    expect((await run("history", "--limit", "1")).stdout).toContain("anna (translated with chat)");
    const { body } = recorded.find((one) => questionIn(one).to === "de") ?? {};
    expect(recorded.length).toBe(2);
    const asked = { words, from: "en", to: "de" as const, examples: voiceOf("de") };
    expect(JSON.parse(String(body)).messages).toEqual(translationMessages(asked));
  });

  it("translates with --all into each language of the notice or of its predecessor", async () => {
    const { run, recorded } = await withWords(chatModel(translating));
    for (const tag of ["fr", "de"]) await run("set", "--lang", tag, "--title", "a", "--message", "b");
    await run("set", "--title", "We have moved");
    await run("set", "--lang", "it", "--title", "a", "--message", "b");
    await run("rollback", "5");
    const { code, stdout } = await run("translate", "--all", "--dry-run", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ published: false, usage: { count: 1, limit: 50 } });
    expect(recorded.map((request) => questionIn(request).to)).toEqual(["it"]);
    await run("rollback", "4");
    expect((await run("translate", "--all", "--dry-run")).code).toBe(0);
    expect(recorded.map((request) => questionIn(request).to).sort()).toEqual(["de", "fr", "it"]);
  });

  it("translates only texts that somebody wrote, also without a stated language", async () => {
    const { run, recorded } = await withModels(chatModel(translating));
    expect(await run("translate", "--to", "de")).toEqual(refusal("no text of its own to translate"));
    expect(recorded).toEqual([]);
    await run("set", "--message", "All is well.", "--expected-return", "late tonight");
    expect((await run("translate", "--to", "de")).code).toBe(0);
    const given = { message: "All is well.", expectedReturn: "late tonight" };
    expect(recorded.map(questionIn)).toMatchObject([{ to: "de", given }]);
  });

  it("retries a language once, writes the others, and ends with exit code 1", async () => {
    const refused = { title: "Voir evil.example.com", message: "Bientôt." };
    const { run, folder, recorded, document } = await withWords(
      chatModel((question) => (question.to === "fr" ? refused : translating(question))),
    );
    const before = await document();
    const { code, stdout, stderr } = await run("translate", "--to", "de,fr", "--out", "a.json", "--json");
    expect([code, await document(), recorded.length]).toEqual([1, before, 3]);
    const why = "The chat model's answer for the translation into French (fr)";
    expect(stderr).toContain(`fr: not translated. ${why}`);
    expect(stderr).toMatch(/\nNot translated into fr: the lines above say why\.\n$/);
    expect(JSON.parse(stdout).failed).toEqual({ fr: expect.stringContaining(why) });
    expect(JSON.parse(readFileSync(join(folder, "a.json"), "utf8")).translations).toEqual({ de: inGerman });
  });

  it("writes the languages before the daily limit, and ends with exit code 1", async () => {
    const { run, folder, recorded } = await withWords(chatModel(translating), { AI_DAILY_LIMIT: "2" });
    const { code, stdout, stderr } = await run("translate", "--to", "de,fr,it,es,nl");
    expect([code, recorded.length]).toEqual([1, 2]);
    expect(stderr).toContain("it: not translated. Today's requests to the models are used up (2 of 2): ");
    expect(stderr).toMatch(/Model requests today: 2 of 2\.\nNot translated into it, es, nl: .*\n$/);
    expect(Object.keys(readProposal(stdout, folder).notice.translations)).toEqual(["de", "fr"]);
    const usedUp = refusal("Today's requests to the models are used up (2 of 2): ", 1);
    expect(await run("translate", "--to", "it", "--out", "b.json")).toEqual(usedUp);
  });

  it("stops asking if the model fails", async () => {
    const { run, recorded } = await withWords((response) => json(response, 401, { error: sentinel }));
    const { code, stderr } = await run("translate", "--to", "fr,it,de,es,nl");
    expect([code, recorded.length]).toEqual([1, 3]);
    expect(stderr).toContain("The chat model refuses the request (status 401)");
  });

  it.each<[string, string[], string]>([
    ["--yes asks to publish unseen", ["--to", "de", "--yes"], "Unknown option '--yes'"],
    ["no language is named", [], "Give the languages, as in --to de,fr, or --all."],
    ["the page lacks the language", ["--to", "de,tlh"], '"tlh" is not one of the page\'s'],
    ["the language is the notice's own", ["--to", "de,en-GB"], "The notice itself is in en: leave en out"],
    ["--all finds no translation", ["--all"], "The notice has no translation, and had none before"],
  ])("sends and counts nothing if %s", async (_name, args, sentence) => {
    const { run, recorded, counted } = await withWords(chatModel(translating));
    expect(await run("translate", ...args)).toEqual(refusal(sentence));
    expect([recorded, await counted()]).toEqual([[], 0]);
  });
});

describe("A command whose model has no settings", () => {
  it("names the missing settings in the help and in its error", async () => {
    const none = { AZURE_OPENAI_CHAT_KEY: "", AZURE_OPENAI_CHAT_BASE_PATH: "" };
    const { run } = await withModels(chatModel(translating), none);
    expect((await run("--help")).stdout).toMatch(/translate .*\(needs\s+AZURE_OPENAI_CHAT_BASE_PATH\)/);
    expect((await run("translate", "--help")).code).toBe(0);
    const needed = "needs AZURE_OPENAI_CHAT_BASE_PATH and AZURE_OPENAI_CHAT_KEY: set them in";
    expect(await run("translate")).toEqual(refusal(`\`npx notice translate\` asks a model, and ${needed}`));
  });

  it("leaves other commands working if its settings are wrong", async () => {
    const key = { AZURE_OPENAI_CHAT_KEY: "", AZURE_OPENAI_CHAT_KEY_FILE: "/nowhere" };
    const wrong = { ...key, AI_DAILY_LIMIT: "many" };
    const { run, recorded } = await withModels(chatModel(translating), wrong);
    expect((await run("set", "--title", "Still works")).code).toBe(0);
    expect((await run("--help")).stdout).toMatch(/^ {2}translate /m);
    expect(await run("translate", "--to", "de")).toEqual(refusal("AZURE_OPENAI_CHAT_KEY_FILE", 1));
    expect(recorded).toEqual([]);
  });
});
