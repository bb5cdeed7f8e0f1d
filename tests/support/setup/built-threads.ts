import { dirname, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const root = process.cwd();

/** Sources that tests import start their threads from the build, because Node runs no TypeScript in a thread. */
export const builtThreads: Plugin = {
  name: "built-threads",
  enforce: "pre",
  transform(code, id) {
    const built = pathToFileURL(`${root}/dist/node/${relative(root, dirname(id))}/`);
    return code.replace(
      /new Worker\(new URL\("(.+?)", import\.meta\.url\)/g,
      (_all, path) => `new Worker(new URL(${JSON.stringify(path)}, ${JSON.stringify(built.href)})`,
    );
  },
};
