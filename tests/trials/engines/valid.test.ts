import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { locales, textsOfSent } from "../../../web/locales/locales.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { forPage } from "../../support/network/http.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { translated } from "../../support/texts/translated.ts";

/** The checker does not know container queries and container-relative sizes yet. */
const tooNew =
  /CSS: (?:“container-type”: Property “container-type” doesn't exist|Unrecognized at-rule “@container”|“(?:--lead|font|font-size)”: Parse Error)/;

/** The checker's errors and warnings for the files in a folder. */
async function check(folder: string): Promise<string[]> {
  const args = ["-jar", inject("programs").nu, "--format", "json", "--stdout", "--exit-zero-always", folder];
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(inject("programs").java, args, options);
  const messages: Record<"type" | "subType" | "url" | "message" | "extract", string>[] =
    JSON.parse(stdout).messages;
  return messages
    .filter(({ type, subType }) => type !== "info" || subType)
    .map(({ url, message, extract }) => `${basename(url)}: ${message} ${extract}`)
    .filter((message) => !tooNew.test(message));
}

it("The Nu HTML Checker finds no error or warning in any page, in any language", async () => {
  const folder = temporaryFolder();
  const tags = locales.map(({ tag }) => tag);
  const keep = async (url: string, name: string, languages: string[], sent: RequestInit = {}) => {
    for (const tag of languages) {
      const headers = { ...forPage, ...sent.headers, "Accept-Language": tag };
      const page = await fetch(url, { ...sent, headers });
      expect([page.status, page.headers.get("content-language")?.split(", ")[0]]).toEqual([503, tag]);
      const html = await page.text();
      if (name === "unsaved") expect(html).toContain(textsOfSent(tag).unsaved);
      writeFileSync(join(folder, `${tag}-${name}.html`), html);
    }
  };
  const { url, env } = await serveHere();
  await keep(url, "plain", tags);
  await keep(url, "unsaved", tags, { method: "POST", headers: { "Backsoon-Unsaved": "1" } });
  for (const [name, expected, languages] of [
    ["words", "soon", ["en"]],
    ["ahead", "2126-11-21T18:30:00Z", ["en"]],
    ["passed", "2026-01-01T00:00:00Z", tags],
  ] as const) {
    expect((await notice(env, ["set", "--as-given", "--expected-return", expected])).code).toBe(0);
    await keep(url, name, [...languages]);
  }
  const inSeveral = await serveHere();
  const stdin = JSON.stringify(translated);
  expect((await notice(inSeveral.env, ["apply", "-"], { stdin })).code).toBe(0);
  await keep(inSeveral.url, "translated", tags);
  await keep((await serveHere({ STRIPE_PUBLISHABLE_KEY: "pk_test_x" })).url, "payments", ["en"]);
  for (const name of ["bank", "shop", "office"])
    await keep((await serveHere({ BRAND_DIR: `docs/brand/${name}` })).url, name, ["en", "ar", "ja"]);
  const exported = join(temporaryFolder(), "export");
  expect((await notice(env, ["export", exported, "--all"])).code).toBe(0);
  for (const tag of tags) copyFileSync(join(exported, `${tag}.html`), join(folder, `${tag}-scriptless.html`));
  // One invalid page shows that the checker read the folder.
  writeFileSync(join(folder, "wrong.html"), "<!doctype html><html lang=en><title>x</title><p><div></p>");
  const found = await check(folder);
  expect(found.filter((message) => !message.startsWith("wrong.html"))).toEqual([]);
  expect(found).toContainEqual(expect.stringMatching(/^wrong\.html: No “?p”? element in scope/));
});
