import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { canMount } from "../store/mount.ts";
import { downloadPrograms, makePackage, programOf } from "../trials/package.ts";
import { requirePrograms } from "./programs.ts";

/** What the Dockerfile begins with, by the name under which Docker would download it. */
const baseName = "docker.io/library/node:24-bookworm-slim";

/**
 * Makes that base: Debian as its slim images have it, Node of npm's, and beside it what the real one has as well and
 * ours must not. $0 is the folder of Node, $1 and $2 are those where Buildah keeps its images and its state.
 */
const makeBase = `
  set -e
  images=$1 state=$2
  buildah() { command buildah --root "$images" --runroot "$state" --storage-driver overlay "$@"; }
  container=$(buildah from scratch)
  root=$(buildah mount "$container")
  mmdebstrap --quiet --variant=minbase \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    bookworm "$root"
  cp -R "$0"/. "$root/usr/local"
  rm "$root/usr/local/package.json"
  chroot "$root" sh -ec '
    groupadd --gid 1000 node
    useradd --uid 1000 --gid node --shell /bin/bash --create-home node
    cd /usr/local/bin
    ln -s node nodejs
    for name in npm corepack; do
      mkdir -p ../lib/node_modules/$name
      echo "{}" > ../lib/node_modules/$name/package.json
    done
    mkdir -p /opt/yarn-v1.22.22/bin
    for name in npm npx corepack yarn yarnpkg docker-entrypoint.sh; do
      echo "#!/bin/sh" > $name
      chmod +x $name
    done'
  buildah umount "$container"
  buildah commit --quiet --format docker --rm "$container" ${baseName}
`;

/** An image, and a folder with what is in it. */
interface Image {
  name: string;
  root: string;
  /** What it says of itself, as Docker keeps it. */
  config: ImageConfig;
  layers: { bytes: number; madeBy: string }[];
}

interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  Entrypoint: string[] | null;
  WorkingDir: string;
  ExposedPorts: Record<string, object>;
  Volumes: Record<string, object>;
  Labels: Record<string, string>;
  StopSignal: string;
  Healthcheck: { Test: string[]; Interval: number; Timeout: number };
}

/**
 * Builds the image from the package, where there is no network, on a base that is made once and kept in `var/programs`.
 * Everything else is in the folder.
 */
function buildImage(folder: string, packageFile: string): Image {
  const name = `backsoon:${readManifest().version}`;
  const base = baseStore();
  const context = join(folder, "context");
  mkdirSync(context);
  copyFileSync(packageFile, join(context, basename(packageFile)));
  const store = ["--storage-opt", `overlay.imagestore=${base}`];
  const buildah = (...args: string[]) => run("buildah", [...storeIn(folder), ...store, ...args]).trim();
  run("unshare", [
    ...["--net", "buildah", ...storeIn(folder), ...store],
    ...["build", "--isolation", "chroot", "--pull-never", "--format", "docker", "--layers"],
    ...["--file", "docs/deploy/Dockerfile", "--tag", name, context],
  ]);
  const { Config, Manifest } = JSON.parse(buildah("inspect", "--type", "image", name));
  const { config, history } = JSON.parse(Config);
  const made = history.filter((step: { empty_layer?: boolean }) => !step.empty_layer);
  const layers = JSON.parse(Manifest).layers.map(({ size }: { size: number }, index: number) => ({
    bytes: size,
    madeBy: made[index].created_by,
  }));
  const container = buildah("from", "--pull-never", name);
  return { name, config, layers, root: buildah("mount", container) };
}

/** Takes away what is mounted in the folder of a build. */
function unmountImages(folder: string): void {
  run("buildah", [...storeIn(folder), "umount", "--all"]);
}

/**
 * The store with the base, which is made anew when Node or what makes it has changed.
 * @throws Error that says what it needs
 */
function baseStore(): string {
  const node = dirname(dirname(programOf("24")));
  const { version } = readManifest(node);
  const sum = createHash("sha256").update(makeBase).digest("hex").slice(0, 8);
  const kept = resolve(`var/programs/image-base-${version}-${sum}`);
  if (!existsSync(kept)) {
    const making = mkdtempSync(`${kept}.`);
    try {
      run("sh", ["-c", makeBase, node, imagesIn(making), stateIn(making)]);
      renameSync(making, kept);
    } catch (cause) {
      throw new Error("The image's base could not be made: let mmdebstrap reach the packages of Debian 12.", {
        cause,
      });
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  return imagesIn(kept);
}

function readManifest(folder = "."): { version: string } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

const imagesIn = (folder: string): string => join(folder, "images");
const stateIn = (folder: string): string => join(folder, "state");

/** What tells Buildah where to keep what it makes. */
function storeIn(folder: string): string[] {
  return ["--root", imagesIn(folder), "--runroot", stateIn(folder), "--storage-driver", "overlay"];
}

function run(program: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: 600_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stdout}${stderr}${error ?? ""}`);
}

declare module "vitest" {
  export interface ProvidedContext {
    image: Image;
  }
}

/** Packages this build and makes its image before any test runs; gives what removes it. */
export async function setup(project: TestProject): Promise<() => void> {
  const who = "The tests of the image";
  if (!canMount())
    throw new Error(`${who} need root, who may mount: run them as root, outside of a container.`);
  const programs = { buildah: "buildah", ip: "iproute2", mmdebstrap: "mmdebstrap", setpriv: "util-linux" };
  requirePrograms(who, programs);
  await downloadPrograms(["24"]);
  // Not where temporary files are: that may be in memory, or in a file system which takes no layers.
  mkdirSync("var", { recursive: true });
  const path = mkdtempSync(resolve("var", "image-"));
  const end = () => {
    unmountImages(path);
    rmSync(path, { recursive: true, force: true });
  };
  try {
    const image = buildImage(path, makePackage(path));
    process.stdout.write("The image by its layers:\n");
    for (const { bytes, madeBy } of image.layers)
      process.stdout.write(`${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${madeBy}\n`);
    project.provide("image", image);
  } catch (error) {
    end();
    throw error;
  }
  return end;
}
