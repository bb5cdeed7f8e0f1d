import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { temporaryFolder } from "../support/folder.ts";

const release = readFileSync(".github/workflows/release.yml", "utf8");
const document = readFileSync("docs/releasing.md", "utf8");

/** What a pattern with one group finds, each once. */
const all = (pattern: RegExp, text: string) =>
  [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))].sort();

it("The release workflow pins its actions by commit and uses only documented secrets and variables", () => {
  const actions = all(/uses: ((?!\.\/).+)/g, release);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  expect(all(/\b(?:secrets|vars)\.(\w+)/g, release)).toEqual(all(/^ *\| `(IMAGE_\w+)`/gm, document));
  expect(all(/\bsecrets\.(\w+)/g, release)).toEqual(all(/`(IMAGE_\w+)` \| secret/g, document));
});

describe("The check of a release tag", () => {
  const url = "git+https://github.com/owner/repository.git";
  const chart = "docs/deploy/chart/Chart.yaml";

  /** What the check says of a project that may be released, but for the changes. */
  function check(change: { manifest?: object; chart?: string; changelog?: string; env?: object }) {
    const project = temporaryFolder();
    cpSync(".ci", join(project, ".ci"), { recursive: true });
    mkdirSync(join(project, "docs/deploy/chart"), { recursive: true });
    const files = {
      "package.json": JSON.stringify({ version: "1.2.3", repository: { url }, ...change.manifest }),
      [chart]: change.chart ?? "name: backsoon\nversion: 1.2.3\nappVersion: 1.2.3\n",
      "CHANGELOG.md": change.changelog ?? "## Unreleased\n\n## 1.2.3 (2026-12-24)\n",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    const tag = { GITHUB_REF_NAME: "v1.2.3", GITHUB_REPOSITORY: "owner/repository", IMAGE_REGISTRY: "a/b" };
    const env = { PATH: process.env.PATH, ...tag, ...change.env };
    const { status, stdout, stderr } = spawnSync("bash", [join(project, ".ci/assert-release")], {
      env,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return [status, stdout];
  }

  it("accepts a tag whose version matches package, chart and changelog", () => {
    expect(check({})).toEqual([0, ""]);
  });

  it.each<[why: string, change: Parameters<typeof check>[0], said: string]>([
    ["of a private package", { manifest: { private: true } }, 'package.json says "private"'],
    [
      "of a version other than the package's",
      { env: { GITHUB_REF_NAME: "v1.2.4" } },
      "package.json has version 1.2.3",
    ],
    [
      "if the chart has another version",
      { chart: "version: 1.2.2\nappVersion: 1.2.3\n" },
      "another version than 1.2.3",
    ],
    [
      "if the chart's app has another version",
      { chart: "version: 1.2.3\nappVersion: 1.2.2\n" },
      "another appVersion than 1",
    ],
    ["without a section in the changelog", { changelog: "## Unreleased\n\n## 1.2.30\n" }, "no section 1.2.3"],
    [
      "in another repository",
      { env: { GITHUB_REPOSITORY: "else/repository" } },
      "another repository than else/repository",
    ],
    [
      "if the package names no repository",
      { manifest: { repository: undefined } },
      "another repository than",
    ],
    ["without an image registry", { env: { IMAGE_REGISTRY: "" } }, "IMAGE_REGISTRY does not say"],
  ])("refuses a tag %s", (_why, change, said) => {
    const [status, stdout] = check(change);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^::error::.*\(docs\/releasing\.md\)\n$/)]);
    expect(stdout).toContain(said);
  });
});

it("npm publish refuses to publish a clone and names docs/releasing.md", () => {
  // Who runs the tests may have told npm to run no scripts.
  const publish = ["publish", "--dry-run", "--ignore-scripts=false"];
  const { status, stderr } = spawnSync("npm", publish, { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("see docs/releasing.md")]);
  expect(document.includes("Nothing has been released")).toBe("private" in packageJson);
});
