import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { temporaryFolder } from "../support/folder.ts";

interface Job {
  uses?: string;
  permissions?: object;
  "timeout-minutes"?: number;
  steps?: { uses?: string; run?: string }[];
}

const folder = ".github/workflows";
const texts = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const jobs = texts.flatMap(({ name, text }) => {
  const { permissions, jobs } = parse(text) as { permissions?: object; jobs: Record<string, Job> };
  return Object.entries(jobs).map(([job, steps]) => ({ name, job, permissions, ...steps }));
});
const scripts = jobs.flatMap(({ name, job, steps = [] }) =>
  steps.flatMap(({ run }) => (run ? [{ name, job, run }] : [])),
);
const release = readFileSync(join(folder, "release.yml"), "utf8");
const document = readFileSync("docs/releasing.md", "utf8");

/** What a pattern with one group finds, each once. */
const all = (pattern: RegExp, text: string) =>
  [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))].sort();

describe("the workflows", () => {
  it.each(jobs)("give $job in $name the rights that it needs, and an end", (job) => {
    expect(job.permissions).toBeDefined();
    // What is called has its own.
    if (!job.uses) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  it.each(scripts)("have a script in $job of $name that a shell reads: $run", ({ run }) => {
    const { status, stderr } = spawnSync("bash", ["-n"], { input: run, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    // Whoever names a tag or a branch could write a script of their own there.
    expect(run).not.toContain("${{");
  });

  it("name files and commands of the project that are there", () => {
    for (const { text } of texts) {
      for (const file of all(/(?<=[\s"/])((?:\.ci|\.github|docs)\/[\w./-]*\w)/g, text))
        expect(existsSync(file), file).toBe(true);
      for (const name of all(/\bnpm run ([\w:]+)/g, text)) expect(packageJson.scripts).toHaveProperty(name);
    }
  });

  it("release with actions that nobody can change, and know which version each is", () => {
    const actions = all(/uses: ((?!\.\/).+)/g, release);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("release with no other secrets and variables than those that the owner is told of", () => {
    expect(all(/\b(?:secrets|vars)\.(\w+)/g, release)).toEqual(all(/^ *\| `(IMAGE_\w+)`/gm, document));
    expect(all(/\bsecrets\.(\w+)/g, release)).toEqual(all(/`(IMAGE_\w+)` \| secret/g, document));
    expect(document).toContain("environment `release`");
  });
});

describe("a tag", () => {
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

  it("of the version that everything has is released", () => {
    expect(check({})).toEqual([0, ""]);
  });

  it.each<[why: string, change: Parameters<typeof check>[0], said: string]>([
    ["while the package is private", { manifest: { private: true } }, 'package.json says "private"'],
    ["of another version", { env: { GITHUB_REF_NAME: "v1.2.4" } }, "package.json has version 1.2.3"],
    ["of another chart", { chart: "version: 1.2.2\nappVersion: 1.2.3\n" }, "another version than 1.2.3"],
    ["of a chart of another", { chart: "version: 1.2.3\nappVersion: 1.2.2\n" }, "another appVersion than 1"],
    ["without its changes", { changelog: "## Unreleased\n\n## 1.2.30\n" }, "no section 1.2.3"],
    [
      "elsewhere",
      { env: { GITHUB_REPOSITORY: "else/repository" } },
      "another repository than else/repository",
    ],
    ["without a repository", { manifest: { repository: undefined } }, "another repository than"],
    ["without a place for the image", { env: { IMAGE_REGISTRY: "" } }, "IMAGE_REGISTRY does not say"],
  ])("%s is refused", (_why, change, said) => {
    const [status, stdout] = check(change);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^::error::.*\(docs\/releasing\.md\)\n$/)]);
    expect(stdout).toContain(said);
  });
});

it("a clone is not published, and says where to read on", () => {
  // Who runs the tests may have told npm to run no scripts.
  const publish = ["publish", "--dry-run", "--ignore-scripts=false"];
  const { status, stderr } = spawnSync("npm", publish, { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("see docs/releasing.md")]);
  expect(document.includes("Nothing has been released")).toBe("private" in packageJson);
});
