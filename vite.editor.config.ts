import { dirname, resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { precompiled } from "./scripts/precompiled.ts";
import { compressed, inlineStyles, minified } from "./vite.config.ts";

// To make scripts smaller takes longer than all the rest, and that is known.
const checks = { pluginTimings: false };
const react = /node_modules\/(?:react|react-dom|scheduler)\//;

/**
 * The editor's page and, with `--mode preview`, the page in its frame: each is whole by itself, and nothing of them is
 * among the files that visitors are served.
 */
export default defineConfig(({ mode }) => {
  const isPreview = mode === "preview";
  return {
    root: isPreview ? "web/preview" : "web/editor",
    base: isPreview ? "/preview/" : "/",
    publicDir: false,
    // The preview's policy names its styles by hash, as that of the visitors' page does.
    plugins: [
      takePrecompiled(),
      ...(isPreview ? [inlineStyles()] : []),
      minified(),
      compressed(/\.(?:js|css|html)$/),
    ],
    build: {
      outDir: isPreview ? "../../dist/editor/preview" : "../../dist/editor",
      // The build empties the folder of both before it makes them beside each other.
      emptyOutDir: false,
      modulePreload: isPreview ? false : { polyfill: false },
      reportCompressedSize: false,
      // React is a file of its own, so that a test can weigh what is ours.
      rolldownOptions: isPreview
        ? { checks }
        : { checks, output: { codeSplitting: { groups: [{ name: "react", test: react }] } } },
    },
  };
});

/** Takes what the build in Node has put into code instead of its source: a browser is not to load Ajv. */
function takePrecompiled(): Plugin {
  const built = new Map(
    precompiled.map(({ module }) => [resolve(`${module}.ts`), resolve(`dist/node/${module}.js`)]),
  );
  return {
    name: "precompiled",
    enforce: "pre",
    resolveId: (source, importer = "") => built.get(resolve(dirname(importer), source)),
  };
}
