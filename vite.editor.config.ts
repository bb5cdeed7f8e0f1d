import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { compressed, inlineStyles } from "./vite.config.ts";

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
    plugins: [precompiled(), ...(isPreview ? [inlineStyles()] : []), compressed(/\.(?:js|css|html)$/)],
    build: {
      outDir: isPreview ? "../../dist/editor/preview" : "../../dist/editor",
      emptyOutDir: true,
      modulePreload: isPreview ? false : { polyfill: false },
      reportCompressedSize: false,
      // React is a file of its own, so that a test can weigh what is ours.
      rolldownOptions: isPreview
        ? {}
        : { output: { codeSplitting: { groups: [{ name: "react", test: react }] } } },
    },
  };
});

/** Takes the checks of a notice as the build in Node has put them into code: a browser is not to load Ajv. */
function precompiled(): Plugin {
  return {
    name: "precompiled",
    enforce: "pre",
    resolveId: (source) => {
      const [, name] = /\/(find-(?:text-)?errors)\.ts$/.exec(source) ?? [];
      return name && resolve(`dist/node/schema/notice/faults/${name}.js`);
    },
  };
}
