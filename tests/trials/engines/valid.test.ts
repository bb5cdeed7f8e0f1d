import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { locales, textsOfSent } from "../../../web/locales/locales.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { translated } from "../../support/texts/translated.ts";

interface Message {
  type: string;
  /** Absent from an `info` that is no warning. */
  subType?: string;
  url: string;
  message: string;
  extract: string;
}

/** The checker does not know container queries and container-relative sizes yet. */
const tooNew =
  /CSS: (?:“container-type”: Property “container-type” doesn't exist|Unrecognized at-rule “@container”|“font”: Parse Error\. ng\) var\(--serif\);letter|“font-size”: Parse Error\. 2\), var\(--size\)\)\}\.lead)/;

/** The errors and warnings that the Nu HTML Checker has for the files in a folder. */
async function check(folder: string): Promise<string[]> {
  const args = ["-jar", inject("nuJar"), "--format", "json", "--stdout", "--exit-zero-always", folder];
  const { stdout } = await promisify(execFile)(inject("engines").java, args, { maxBuffer: 64 * 1024 * 1024 });
  const { messages } = JSON.parse(stdout) as { messages: Message[] };
  return messages
    .filter(({ type, subType }) => type !== "info" || subType)
    .map(({ url, message, extract }) => `${basename(url)}: ${message} ${extract}`)
    .filter((message) => !tooNew.test(message));
}

it("the Nu HTML Checker finds no error or warning in any page, in any language", async () => {
  const folder = temporaryFolder();
  const keep = async (url: string, tag: string, name: string, sent: RequestInit = {}) => {
    const page = await fetch(url, { ...sent, headers: { ...sent.headers, "Accept-Language": tag } });
    expect([page.status, page.headers.get("content-language")?.split(", ")[0]]).toEqual([503, tag]);
    const html = await page.text();
    writeFileSync(join(folder, `${tag}-${name}.html`), html);
    return html;
  };
  const { url, env } = await serveHere();
  for (const { tag } of locales) await keep(url, tag, "plain");
  const write = { method: "POST", headers: { "Backsoon-Unsaved": "1" } };
  for (const { tag } of locales)
    expect(await keep(url, tag, "unsaved", write)).toContain(textsOfSent(tag).unsaved);
  for (const [name, expected] of [
    ["words", "soon"],
    ["ahead", "2126-11-21T18:30:00Z"],
    ["passed", "2026-01-01T00:00:00Z"],
  ] as const) {
    expect((await notice(env, ["set", "--as-given", "--expected-return", expected])).code).toBe(0);
    await keep(url, "en", name);
  }
  for (const { tag } of locales) await keep(url, tag, "passed");
  const inSeveral = await serveHere();
  const stdin = JSON.stringify(translated);
  expect((await notice(inSeveral.env, ["apply", "-"], { stdin })).code).toBe(0);
  for (const { tag } of locales) await keep(inSeveral.url, tag, "translated");
  const withPayments = await serveHere({ STRIPE_PUBLISHABLE_KEY: "pk_test_x" });
  await keep(withPayments.url, "en", "payments");
  for (const name of ["bank", "shop", "office"]) {
    const branded = await serveHere({ BRAND_DIR: `docs/brand/${name}` });
    for (const tag of ["en", "ar", "ja"]) await keep(branded.url, tag, name);
  }
  const exported = join(temporaryFolder(), "export");
  expect((await notice(env, ["export", exported, "--all"])).code).toBe(0);
  for (const { tag } of locales)
    copyFileSync(join(exported, `${tag}.html`), join(folder, `${tag}-scriptless.html`));
  // One invalid page shows that the checker read the folder.
  writeFileSync(join(folder, "wrong.html"), "<!doctype html><html lang=en><title>x</title><p><div></p>");
  const found = await check(folder);
  expect(found.filter((message) => !message.startsWith("wrong.html"))).toEqual([]);
  expect(found).toContainEqual(expect.stringMatching(/^wrong\.html: No “?p”? element in scope/));
}, 600_000);
