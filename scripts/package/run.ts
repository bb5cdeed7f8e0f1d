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

// Makes the package of the build, in the folder that is named or else the repository's, with everything that the program needs on each system
// that it is for: who installs it needs neither a network nor a compiler. Beside it stands what it is made of (an SBOM).

/** What no program loads: declarations, maps, documents, sources, tests, code for browsers and other systems' programs. */
const unloaded = [
  /\.(?:[cm]?ts|map|flow|yml|h|ico)$|(?<!\/LICENSE)\.(?:md|markdown)$|\.test\.js$/,
  /\/(?:tests?|benchmarks?|docs|examples?|\.github|react-native)\//,
  /\/ajv\/lib\//,
  /\/react-dom\/(?!(?:cjs\/react-dom(?:-server(?:-legacy)?\.node)?\.(?:production|development)\.js$)|[^/]*$)/,
  /\/culori\/bundled\//,
  /\/better-sqlite3\/(?!lib\/|package\.json|LICENSE|prebuilds\/(?:linux|linuxmusl|darwin)-(?:x64|arm64)\.node)/,
];
/** What the program reads as files, and what people read. */
const others = ["dist/web", "dist/editor", "dist/edge", "data/notice.json", ".env.example", "LICENSE"];

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

/** Copies what is the program's own; its packages have a lock of their own, as the driver is another than a clone's. */
function stage(): void {
  cpSync(join(root, "scripts/package/staged"), folder, { recursive: true });
  for (const path of ["dist/node", ...others])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  const { version, description, license, repository, private: isPrivate } = readManifest(root);
  // Nobody publishes by mistake what the repository says is not to be published.
  writeManifest({ ...readManifest(folder), version, description, license, repository, private: isPrivate });
}

/** Writes what the package is made of, in CycloneDX: it goes along in the package, and is put beside it. */
function writeBill(): string {
  const bill = JSON.parse(npm("sbom", "--sbom-format=cyclonedx", "--sbom-type=application"));
  const { metadata } = bill;
  const { name } = readManifest(folder);
  // npm calls it by its folder. Without a number and a time, the same package is the same file.
  const named = {
    ...bill,
    serialNumber: undefined,
    metadata: { ...metadata, timestamp: undefined, component: { ...metadata.component, name } },
  };
  const file = join(folder, `${name}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(named, null, 2)}\n`);
  return file;
}

/** Of each package stay what Node may load, its manifest and its licence. */
function prune(): void {
  for (const entry of readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && unloaded.some((pattern) => pattern.test(file))) rmSync(file);
  }
}

function pack(): string {
  const manifest = readManifest(folder);
  // Only now: npm takes minutes to install what is bundled already.
  writeManifest({ ...manifest, bundleDependencies: Object.keys(manifest.dependencies) });
  const name = npm("pack", "--ignore-scripts").trim();
  const file = resolve(process.argv[2] ?? root, name);
  cpSync(join(folder, name), file);
  return file;
}

/** The npm that runs this, or the one on the path. */
function npm(...args: string[]): string {
  const cli = process.env.npm_execpath;
  const [program, ...before] = cli ? [process.execPath, cli] : ["npm"];
  // What whoever runs this has set for the repository is not for this folder.
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
