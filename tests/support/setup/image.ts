import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { canMount } from "../store/mount.ts";
import { buildImage, type Image, unmountImages } from "../trials/image.ts";
import { downloadPrograms, makePackage } from "../trials/package.ts";
import { requirePrograms } from "./programs.ts";

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
