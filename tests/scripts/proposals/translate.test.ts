import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { translationMessages } from "../../../api/assist/prompts.ts";
import { voiceOf } from "../../../web/render.tsx";
import { brandFolder, informal } from "../../support/brand.ts";
import { readKept, readWaiting, withModels } from "../../support/command/with-models.ts";
import { chatModel, questionIn, translating } from "../../support/network/chat-model.ts";
import { json, sentinel } from "../../support/network/recorder.ts";

const words = { title: "We are moving", message: "Back at 21:00. Ask help@shop.example." };

/** A command on a notice with words in English. */
async function withWords(...parameters: Parameters<typeof withModels>) {
  const at = await withModels(...parameters);
  const { title, message } = words;
  expect((await at.run("set", "--title", title, "--message", message, "--language", "en")).code).toBe(0);
  return at;
}

const inGerman = {
  title: "Auf Deutsch: We are moving",
  message: "Auf Deutsch: Back at 21:00. Ask help@shop.example.",
};

describe("notice translate", () => {
  it("sends the words alone, one request for each language, and publishes what comes", async () => {
    const { run, runAsked, recorded, document, storeLine, backTo } = await withWords(chatModel(translating));
    const { code, stdout, stderr } = await runAsked(["y"], "translate", "--to", "de-AT,fr");
    const difference = `+ translations.de.title: Auf Deutsch: We are moving
+ translations.de.message: Auf Deutsch: Back at 21:00. Ask help@shop.example.
+ translations.fr.title: En français : We are moving
+ translations.fr.message: En français : Back at 21:00. Ask help@shop.example.
`;
    expect([code, stderr]).toEqual([
      0,
      `1 of 2 translated.\n2 of 2 translated.\n${difference}Model requests today: 2 of 50.\n`,
    ]);
    expect(stdout).toBe(`Revision 3 is published.\n${difference}${storeLine}${backTo(2)}`);
    expect((await document()).translations?.de).toEqual(inGerman);
    expect((await run("history", "--limit", "1")).stdout).toContain("anna (translated with chat)");
    const { method, path, query, headers, body } = recorded.find((one) => questionIn(one).to === "de") ?? {};
    expect([recorded.length, method, path, query]).toEqual([
      2,
      "POST",
      "/openai/deployments/gpt/chat/completions",
      "api-version=2024-02-15-preview",
    ]);
    expect(headers).toMatchObject({ "api-key": sentinel, "content-type": "application/json" });
    const hidden = { title: "We are moving", message: "Back at 21:00. Ask ⟦1⟧." };
    const asked = { words: hidden, from: "en", to: "de" as const, examples: voiceOf("de") };
    expect(JSON.parse(String(body))).toEqual({
      messages: translationMessages(asked),
      response_format: { type: "json_object" },
    });
  });

  it("asks in the voice of the brand's own texts", async () => {
    const BRAND_DIR = brandFolder({ name: "Acme", texts: { de: informal } });
    const { runAsked, recorded } = await withWords(chatModel(translating), { BRAND_DIR });
    expect((await runAsked(["y"], "translate", "--to", "de")).code).toBe(0);
    expect(String(recorded[0]?.body)).toContain(informal.thanks);
  });

  it("takes every language that the notice has, or had before its last change", async () => {
    const { run, recorded } = await withWords(chatModel(translating));
    for (const tag of ["fr", "de"]) await run("set", "--lang", tag, "--title", "a", "--message", "b");
    await run("set", "--title", "We have moved");
    await run("set", "--lang", "it", "--title", "a", "--message", "b");
    await run("rollback", "5");
    const { code, stdout } = await run("translate", "--all", "--dry-run", "--json");
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { published: false, usage: { count: 1, limit: 50 } },
    ]);
    expect(recorded.map((request) => questionIn(request).to)).toEqual(["it"]);
    await run("rollback", "4");
    expect((await run("translate", "--all", "--dry-run")).code).toBe(0);
    expect(recorded.map((request) => questionIn(request).to).sort()).toEqual(["de", "fr", "it"]);
  });

  it("works without a language, and needs no words but those that ops wrote", async () => {
    const { run, runAsked, recorded } = await withModels(chatModel(translating));
    await run("set", "--message", "All is well.", "--expected-return", "late tonight");
    expect((await runAsked(["y"], "translate", "--to", "de")).code).toBe(0);
    const { system, given } = recorded.map(questionIn)[0] ?? {};
    expect(system).toContain("Translate from the language that it is written in into German (de)");
    expect(given).toEqual({ message: "All is well.", expectedReturn: "late tonight" });
  });

  it("publishes at a terminal after a yes, once the hints and the difference were shown", async () => {
    const { runAsked, questions, document, counted } = await withWords(
      chatModel(({ given }) => ({ ...given, title: "Wir ziehen um", message: "Um 22:00. ⟦1⟧" })),
    );
    const no = await runAsked(["n"], "translate", "--to", "de");
    const shown = `1 of 1 translated.
Hint (de): The message has the number 22:00 in place of 21:00.
+ translations.de.title: Wir ziehen um
+ translations.de.message: Um 22:00. help@shop.example
`;
    expect(no).toMatchObject({ code: 1, stdout: "" });
    expect(no.stderr).toContain(
      `${shown}Model requests today: 1 of 50.\nNothing was published. The proposal is kept in `,
    );
    expect(JSON.parse(readKept(no.stderr)).translations.de.title).toBe("Wir ziehen um");
    const yes = await runAsked(["yes"], "translate", "--to", "de");
    expect(yes).toMatchObject({ code: 0, stderr: `${shown}Model requests today: 2 of 50.\n` });
    expect(questions).toEqual(["Publish this? [y/N] ", "Publish this? [y/N] "]);
    expect((await document()).translations?.de?.message).toBe("Um 22:00. help@shop.example");
    expect(await counted()).toBe(2);
  });

  it("without a terminal leaves what there is in a file when one language is refused, and ends with 1", async () => {
    const { run, document } = await withWords(
      chatModel((question) =>
        question.to === "fr" ? { title: "Voir evil.example.com", message: "⟦1⟧" } : translating(question),
      ),
    );
    const before = await document();
    for (const more of [[], ["--json"]]) {
      const { code, stdout, stderr } = await run("translate", "--to", "de,fr", ...more);
      expect([code, await document()]).toEqual([1, before]);
      expect(stderr).toContain(
        "fr: not translated. The chat model's answer for the translation into French (fr)",
      );
      expect(stderr).toMatch(/\nNot translated into fr: the lines above say why\.\n$/);
      const { file } = more.length > 0 ? JSON.parse(stdout).proposal : readWaiting(stdout);
      expect(JSON.parse(readFileSync(file, "utf8")).translations).toEqual({ de: inGerman });
    }
  });

  it("publishes what there is when the day's limit falls midway, and ends with 1", async () => {
    const { run, runAsked, document, recorded } = await withWords(chatModel(translating), {
      AI_DAILY_LIMIT: "2",
    });
    const { code, stdout, stderr } = await runAsked(["y"], "translate", "--to", "de,fr,it,es,nl", "--json");
    expect([code, recorded.length]).toEqual([1, 2]);
    expect(stderr).toMatch(
      /^1 of 5 translated\.\n2 of 5 translated\.\nit, es, nl: not translated\. Today's requests to the models are used up \(2 of 2\): [^\n]*\n(?:\+ [^\n]*\n)+Model requests today: 2 of 2\.\nNot translated into it, es, nl: the lines above say why\.\n$/,
    );
    expect(JSON.parse(stdout)).toMatchObject({ published: true, usage: { count: 2, limit: 2 } });
    expect(Object.keys(JSON.parse(stdout).failed)).toEqual(["it", "es", "nl"]);
    expect(Object.keys((await document()).translations ?? {})).toEqual(["de", "fr"]);
    const again = await run("translate", "--to", "it");
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toMatch(/^Today's requests to the models are used up \(2 of 2\): [^\n]*\n$/);
    expect((await run("set", "--title", "Still works")).code).toBe(0);
  });

  it("lets each language fail alone, with a repair at most", async () => {
    const { runAsked, recorded, document } = await withWords((response, request, number) => {
      const { to } = questionIn(request);
      if (to === "fr") json(response, 401, { error: { message: sentinel } });
      else
        chatModel((question) => (to === "it" ? { title: "<b>" } : translating(question)))(
          response,
          request,
          number,
        );
    });
    const { code, stderr } = await runAsked(["y"], "translate", "--to", "fr,it,de");
    expect(code).toBe(1);
    expect(stderr).toContain("fr: not translated. The chat model rejects the key (status 401)");
    expect(stderr).toContain(
      "it: not translated. The chat model's answer for the translation into Italian (it)",
    );
    expect(stderr).toContain(
      "Model requests today: 4 of 50.\nNot translated into fr, it: the lines above say why.\n",
    );
    expect(recorded).toHaveLength(4);
    expect((await document()).translations).toEqual({ de: inGerman });
  });

  it("overwrites nothing that somebody else has published meanwhile: exit code 3, and the words are kept", async () => {
    const at = await withWords(chatModel(translating));
    const answer = async () => {
      await at.run("set", "--lang", "fr", "--title", "a", "--message", "b");
      return "y";
    };
    const { code, stderr } = await at.runAsked([answer], "translate", "--to", "de");
    expect(code).toBe(3);
    expect(stderr).toContain("The notice is at revision 3, not 2: somebody else changed it first");
    expect(JSON.parse(readKept(stderr)).translations).toEqual({ de: inGerman });
    expect((await at.document()).translations).toEqual({ fr: { title: "a", message: "b" } });
  });

  it.each<[string, string[], string, number]>([
    ["it is told to publish unseen", ["--to", "de", "--yes"], "Unknown option '--yes'", 2],
    ["no language is named", [], "Give the languages, as in --to de,fr, or --all.", 2],
    ["all and some are", ["--all", "--to", "de"], "Give the languages, as in --to", 2],
    ["it is not one of the page's", ["--to", "de,tlh"], '"tlh" is not one of the page\'s', 2],
    ["it is the notice's own", ["--to", "de,en-GB"], "The notice itself is in en: leave en out", 2],
    ["there is no translation to renew", ["--all"], "The notice has no translation, and had none before", 2],
    ["somebody was first", ["--to", "de", "--if-revision", "1"], "is at revision 2, not 1", 3],
  ])("sends and counts nothing when %s", async (_name, args, sentence, exitCode) => {
    const { run, recorded, counted } = await withWords(chatModel(translating));
    const { code, stdout, stderr } = await run("translate", ...args);
    expect([code, stdout]).toEqual([exitCode, ""]);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect([recorded, await counted()]).toEqual([[], 0]);
  });

  it("has nothing to translate in a notice without words", async () => {
    const { run, recorded } = await withModels(chatModel(translating));
    const { code, stderr } = await run("translate", "--to", "de");
    expect([code, recorded]).toEqual([2, []]);
    expect(stderr).toContain(
      "The notice has no text of its own to translate: write some with `npx notice set`",
    );
  });
});

describe("without the settings of a model", () => {
  it("each list says what it needs, and so does the command itself", async () => {
    const { run } = await withModels(chatModel(translating), {
      AZURE_OPENAI_CHAT_KEY: "",
      AZURE_OPENAI_CHAT_BASE_PATH: "",
    });
    expect((await run("--help")).stdout).toMatch(/translate .*\(needs\s+AZURE_OPENAI_CHAT_BASE_PATH\)/);
    expect((await run("completion", "zsh")).stdout).toContain("(needs AZURE_OPENAI_CHAT_BASE_PATH)");
    expect((await run("translate", "--help")).code).toBe(0);
    for (const args of [[], ["--to", "de"]]) {
      expect(await run("translate", ...args)).toEqual({
        code: 2,
        stdout: "",
        stderr:
          "`npx notice translate` asks a model, and needs AZURE_OPENAI_CHAT_BASE_PATH and AZURE_OPENAI_CHAT_KEY: set them in the environment or in .env.\n",
      });
    }
  });

  it("a wrong one stops only what asks it", async () => {
    const { run, recorded } = await withModels(chatModel(translating), {
      AZURE_OPENAI_CHAT_KEY: "",
      AZURE_OPENAI_CHAT_KEY_FILE: "/nowhere",
      AI_DAILY_LIMIT: "many",
    });
    expect((await run("set", "--title", "Still works")).code).toBe(0);
    expect((await run("--help")).stdout).toContain("translate [options]");
    const { code, stderr } = await run("translate", "--to", "de");
    expect([code, recorded]).toEqual([1, []]);
    expect(stderr).toContain("AZURE_OPENAI_CHAT_KEY_FILE");
  });
});
