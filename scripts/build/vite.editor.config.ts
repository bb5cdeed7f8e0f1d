import { dirname, resolve } from "node:path";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { precompiled } from "./precompiled.ts";
import { compressed, inlineStyles, loadPlainly, minified, treeshake } from "./vite.page.config.ts";

// Vite need not warn that minifying takes longer than the rest.
const checks = { pluginTimings: false };
const react = /node_modules\/(?:react|react-dom|scheduler)\//;
/** The page's languages import this and load before the page starts, so it must not be in the page's script. */
const shared = /\/schema\/text\/minute\.ts$/;

/** Builds the editor's page or, with `--mode preview`, the page in its frame. Visitors are served no file of them. */
export default defineConfig(({ mode }) => {
  const isPreview = mode === "preview";
  return {
    root: isPreview ? "web/preview" : "web/editor",
    base: isPreview ? "/preview/" : "/",
    publicDir: false,
    // The preview's Content-Security-Policy names its styles by hash, like that of the visitors' page.
    plugins: [
      takePrecompiled(),
      loadPlainly(),
      ...(isPreview ? [inlineStyles()] : []),
      minified(),
      compressed(/\.(?:js|css|html)$/),
    ],
    build: {
      outDir: isPreview ? "../../dist/editor/preview" : "../../dist/editor",
      // build.mjs empties the folder before it builds both at the same time.
      emptyOutDir: false,
      // The page names each script that it loads at the start.
      modulePreload: false,
      reportCompressedSize: false,
      // React is a file of its own, so that a test can measure our own code.
      rolldownOptions: isPreview
        ? { checks, treeshake }
        : {
            checks,
            treeshake,
            output: {
              codeSplitting: {
                groups: [
                  { name: "react", test: react },
                  { name: "minute", test: shared },
                  { name: (id, graph) => (isOfPage(id, graph) ? "index" : null) },
                ],
              },
            },
          },
    },
  };
});

/** Whether a module is loaded with the page, not on demand. */
function isOfPage(id: string, graph: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return false;
  seen.add(id);
  return info.isEntry || info.importers.some((importer) => isOfPage(importer, graph, seen));
}

/** Uses the validators that the build for Node generated, so that browsers do not load Ajv. */
function takePrecompiled(): Plugin {
  const built = new Map(
    precompiled.map(({ module }) => [resolve(`${module}.ts`), resolve(`dist/node/${module}.js`)]),
  );
  return {
    name: "precompiled",
    enforce: "pre",
    resolveId: (source, importer = "") =>
      // The check of settings imports this in Node, not in the page. Vite would warn about it.
      source === "node:module"
        ? { id: source, external: true, moduleSideEffects: false }
        : built.get(resolve(dirname(importer), source)),
  };
}
