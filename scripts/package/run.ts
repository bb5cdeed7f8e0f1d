import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// Makes the package of the build, in the given folder or the repository's. It has everything that the program needs on
// each supported system, so installing it needs no network and no compiler. Its bill of materials (SBOM) is put beside
// it.

/** Files that no program loads: declarations, maps, documents, sources, tests, code for browsers or other systems. */
const unloaded = [
  /\.(?:[cm]?ts|map|flow|yml|h|ico)$|(?<!\/LICENSE)\.(?:md|markdown)$|\.test\.js$/,
  /\/(?:tests?|benchmarks?|docs|examples?|\.github|react-native)\//,
  /\/ajv\/lib\//,
  /\/react-dom\/(?!(?:cjs\/react-dom(?:-server(?:-legacy)?\.node)?\.(?:production|development)\.js$)|[^/]*$)/,
  /\/culori\/bundled\//,
  /\/better-sqlite3\/(?!lib\/|package\.json|LICENSE|prebuilds\/(?:linux|linuxmusl|darwin)-(?:x64|arm64)\.node)/,
];
const others = [
  "dist/web",
  "dist/editor",
  "dist/edge",
  "data/notice.json",
  ".env.example",
  "LICENSE",
  "README.md",
];

const root = process.cwd();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "backsoon-package-")));

try {
  stage();
  npm("ci", "--ignore-scripts", "--no-audit", "--no-fund");
  const bill = writeBill();
  prune();
  const file = pack();
  cpSync(bill, file.replace(/\.tgz$/, ".cdx.json"));
  process.stdout.write(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Copies the program. The package has its own lock file, because its SQLite driver differs from a clone's. */
function stage(): void {
  cpSync(join(root, "scripts/package/staged"), folder, { recursive: true });
  const documents = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  for (const path of ["dist/node", ...others, ...documents.map((name) => `docs/${name}`)])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  const { version, description, license, repository, private: isPrivate } = readManifest(root);
  // Keeps `private`, so that nobody publishes the package by mistake.
  writeManifest({ ...readManifest(folder), version, description, license, repository, private: isPrivate });
}

function writeBill(): string {
  const bill = JSON.parse(npm("sbom", "--sbom-format=cyclonedx", "--sbom-type=application"));
  const { metadata } = bill;
  const { name } = readManifest(folder);
  // npm names it after its folder. Without a serial number and a time, equal packages give equal files.
  const named = {
    ...bill,
    serialNumber: undefined,
    metadata: { ...metadata, timestamp: undefined, component: { ...metadata.component, name } },
  };
  const file = join(folder, `${name}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(named, null, 2)}\n`);
  return file;
}

/** Keeps of each dependency what Node may load, its manifest and its licence. */
function prune(): void {
  for (const entry of readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && unloaded.some((pattern) => pattern.test(file))) rmSync(file);
  }
}

function pack(): string {
  const manifest = readManifest(folder);
  // After the installation, because npm takes minutes to install bundled packages.
  writeManifest({ ...manifest, bundleDependencies: Object.keys(manifest.dependencies) });
  const name = npm("pack", "--ignore-scripts").trim();
  const file = resolve(process.argv[2] ?? root, name);
  cpSync(join(folder, name), file);
  return file;
}

function npm(...args: string[]): string {
  const cli = process.env.npm_execpath;
  const [program, ...before] = cli ? [process.execPath, cli] : ["npm"];
  // The user's npm settings for the repository do not apply to this folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  return execFileSync(program, [...before, ...args, "--loglevel=error"], {
    cwd: folder,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function readManifest(from: string) {
  return JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
}

function writeManifest(manifest: object): void {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
