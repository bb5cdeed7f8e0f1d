import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { normalizeText } from "../../../schema/notice/notice.ts";
import { atATime } from "../../support/at-a-time.ts";
import { casesOf } from "../../support/cells.ts";
import { notice } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { opened } from "../../support/store/sqlite-file.ts";
import { hostileTexts, isTaken, joinTexts } from "../../support/texts/hostile-texts.ts";
import { draftWith } from "../../support/texts/notices.ts";

/** Characters that drive a terminal, reorder a line or are invisible. A line feed is allowed. */
const hostile =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]|[\u061c\u200e\u200f]|[\u2028\u2029]|\u00ad|\u034f|[\u115f\u1160\u3164\uffa0]|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180e|\u200b|[\u2060-\u2064]|\ufeff|[\ufff0-\ufffb]|[\u{1bca0}-\u{1bca3}]|[\u{1d173}-\u{1d17a}]|[\u{e0000}-\u{e0fff}]/u;

const texts = casesOf(hostileTexts, 10);

describe("A command with a hostile text", () => {
  it.each(["title", "message", "expectedReturn", "contactEmail"] as const)(
    "refuses a wrong %s with exit code 2 and one sentence in ASCII",
    async (field) => {
      const { env, document } = await prepared();
      const wrong = hostileTexts.filter((text) => !isTaken(field, text));
      const refused = casesOf(wrong, field === "contactEmail" ? 10 : 2);
      expect(refused.length).toBeGreaterThan(1);
      await atATime(4, refused, async (text) => {
        const stdin = JSON.stringify({ ...defaults, [field]: text });
        const { code, stdout, stderr } = await notice(env, ["apply", "-"], { stdin });
        expect([text, code, stdout]).toEqual([text, 2, ""]);
        expect(stderr).toMatch(new RegExp(`^"${field}" [ -~…]{20,250}\\.\\n$`));
      });
      expect(await document()).toEqual(defaults);
    },
  );

  it("publishes the text unchanged, and prints no character that drives the terminal", async () => {
    const messages = joinTexts("message", texts);
    await atATime(4, messages, async (message) => {
      const { env, run, document } = await prepared();
      const stdin = JSON.stringify({ ...defaults, title: "x", message });
      const outcomes = [
        await notice(env, ["apply", "-", "--dry-run"], { stdin }),
        await notice(env, ["apply", "-"], { stdin }),
        await run("show"),
        await run("set", "--title", "y", "--clear", "message", "--dry-run"),
      ];
      for (const { code, stdout, stderr } of outcomes) {
        expect([code, stderr]).toEqual([0, ""]);
        expect(hostile.exec(stdout)).toBeNull();
      }
      const { stdout } = await run("show", "--json");
      expect(hostile.exec(stdout)).toBeNull();
      for (const found of [JSON.parse(stdout), await document()])
        expect(found).toEqual({ ...defaults, title: "x", message });
    });
  });

  it("lists the text in the history, and prints no character that drives the terminal", async () => {
    const { run, database } = await prepared();
    const titles = texts.filter((text) => isTaken("title", text)).map((text) => normalizeText(text, "title"));
    const store = opened(database);
    for (const title of titles) await store.append(draftWith({ title }));
    const lines = await run("history", "--limit", "1000");
    expect(lines.stdout.split("\n")).toHaveLength(titles.length + 2);
    const json = await run("history", "--limit", "1000", "--json");
    for (const { stdout } of [lines, json]) expect(hostile.exec(stdout)).toBeNull();
    const found: { notice: { title: string } }[] = JSON.parse(json.stdout);
    expect(found.map((entry) => entry.notice.title)).toEqual([defaults.title, ...titles].reverse());
  });
});
