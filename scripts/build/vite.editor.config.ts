import { dirname, resolve } from "node:path";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { precompiled } from "./precompiled.ts";
import { compressed, inlineStyles, loadPlainly, minified, treeshake } from "./vite.page.config.ts";

// To make scripts smaller takes longer than all the rest, and that is known.
const checks = { pluginTimings: false };
const react = /node_modules\/(?:react|react-dom|scheduler)\//;
/** What a language of the page imports, too, which is loaded before the page can begin: it must not wait for the page. */
const shared = /\/schema\/text\/minute\.ts$/;

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
      loadPlainly(),
      ...(isPreview ? [inlineStyles()] : []),
      minified(),
      compressed(/\.(?:js|css|html)$/),
    ],
    build: {
      outDir: isPreview ? "../../dist/editor/preview" : "../../dist/editor",
      // The build empties the folder of both before it makes them beside each other.
      emptyOutDir: false,
      // The page names each script that it begins with.
      modulePreload: false,
      reportCompressedSize: false,
      // React is a file of its own, so that a test can weigh what is ours.
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

/** Whether a module is loaded with the page, and not only when something on it asks for that. */
function isOfPage(id: string, graph: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return false;
  seen.add(id);
  return info.isEntry || info.importers.some((importer) => isOfPage(importer, graph, seen));
}

/** Takes what the build in Node has put into code instead of its source: a browser is not to load Ajv. */
function takePrecompiled(): Plugin {
  const built = new Map(
    precompiled.map(({ module }) => [resolve(`${module}.ts`), resolve(`dist/node/${module}.js`)]),
  );
  return {
    name: "precompiled",
    enforce: "pre",
    resolveId: (source, importer = "") =>
      // What a check of settings loads in Node is not in the page, and Vite would warn of it.
      source === "node:module"
        ? { id: source, external: true, moduleSideEffects: false }
        : built.get(resolve(dirname(importer), source)),
  };
}
