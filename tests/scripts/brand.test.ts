import { expect, it } from "vitest";
import { brandSchema } from "../../schema/brand/brand.ts";
import { acme, brandFolder, logo } from "../support/brand.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";

/** The exit code of a check, and its lines about a brand. */
async function check(folder: string) {
  const { run } = await prepared({ BRAND_DIR: folder });
  const { code, stdout } = await run("check", "--no-service");
  return [code, stdout.split("\n").filter((line) => /^\S+ +(?:brand|accent): /.test(line))];
}

it("notice check lists unused pictures of a brand and the adjusted accent colours", async () => {
  const unused = { "favicon.ico": "x", "Logo.png": "x", "notes.txt": "x" };
  const folder = brandFolder(acme, { "logo.svg": logo, ...unused });
  const unread = "is not read: the names are logo, logo-dark and favicon, with .svg or .png";
  expect(await check(folder)).toEqual([
    0,
    [
      `warning brand: Logo.png in ${folder} ${unread}`,
      `warning brand: favicon.ico in ${folder} ${unread}`,
      `ok      brand: Acme, from ${folder}`,
      expect.stringMatching(
        /^ok {6}accent: #0b6e4f becomes #[0-9a-f]{6} for links and #0b6e4f for the sun on light pages, #[0-9a-f]{6} for links and #[0-9a-f]{6} for the sun on dark pages$/,
      ),
    ],
  ]);
});

it("notice check lists every fault of a brand", async () => {
  const folder = brandFolder({ accent: "red" }, { "logo.svg": "<svg/>", "favicon.png": "GIF" });
  const faults = [
    "brand.json: name is ",
    'brand.json: accent is "red"',
    "logo.svg does ",
    "favicon.png is not a PNG",
  ];
  const lines = faults.map((fault) => expect.stringContaining(`FAILURE brand: ${fault}`));
  expect(await check(folder)).toEqual([1, lines]);
});

it("notice schema --brand prints the JSON Schema of brand.json", async () => {
  const { code, stdout } = await notice({}, ["schema", "--brand"]);
  expect([code, JSON.parse(stdout)]).toEqual([0, brandSchema]);
});

it.each(["bank", "shop", "office"])("notice check accepts the example brand docs/brand/%s", async (name) => {
  const lines = ["brand", "accent"].map((subject) => expect.stringMatching(`^ok      ${subject}: `));
  expect(await check(`${process.cwd()}/docs/brand/${name}`)).toEqual([0, lines]);
});
