import { afterAll, beforeAll } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { buildCommit, whyNotBuilt } from "../../../support/trials/checkout.ts";

/** The last commit without a package: whoever ran that had a clone. */
const lastWithoutPackage = "b8aa698d6ca93d082ac61a64141fd58023a84823";
/** How long a build may take on a busy machine, in ms. */
const buildTimeoutMs = 900_000;

const whyNot = whyNotBuilt(lastWithoutPackage);

/** The versions of a clone whose owner installs the package, by name; the older one is left out where it cannot be built. */
export const versions: [string, { commit?: string; isLeftOut?: boolean }][] = [
  ["this version", {}],
  [
    `${lastWithoutPackage.slice(0, 7)}${whyNot ? `, which is left out, as ${whyNot}` : ""}`,
    { commit: lastWithoutPackage, isLeftOut: whyNot !== undefined },
  ],
];

/** The folder of a commit, built for the tests of a block; without a commit, that of this build. */
export function builtFolder(commit: string | undefined): () => string {
  if (commit === undefined) return () => ".";
  const { path, remove } = newFolder();
  beforeAll(() => buildCommit(commit, path), buildTimeoutMs);
  afterAll(remove);
  return () => path;
}
