import { constants } from "node:zlib";
import { type CompressOptions, type MinifyOptions, minify } from "terser";
import terser from "terser/package.json" with { type: "json" };
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { compression, defineAlgorithm } from "vite-plugin-compression2";

/** No module of the schema does anything when it is imported, so pages leave out modules that they do not use. */
export const treeshake = { moduleSideEffects: (id: string) => !/\/schema\/[^?]*$/.test(id) };

export default defineConfig({
  root: "web",
  publicDir: false,
  // Leaves out the code that looks for React's developer tools.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" },
  plugins: [
    loadPlainly(),
    inlineStyles(),
    inlineScript(),
    // This saves 400 bytes in the page's script. In the editor's script it would cost bytes.
    minified({ hoist_vars: true, lhs_constants: false, collapse_vars: true, passes: 2 }),
    compressed(/\.js$/),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Vite need not warn that minifying takes longer than the rest.
      checks: { pluginTimings: false },
      treeshake,
      input: { index: "web/index.html", payments: "web/payments/payments.ts" },
      preserveEntrySignatures: "exports-only",
      // No app has files with such names in the same folder.
      output: {
        entryFileNames: ({ name }) => `assets/backsoon-${name === "index" ? "" : `${name}-`}[hash].js`,
        chunkFileNames: "assets/backsoon-[name]-[hash].js",
      },
    },
  },
});

/** Makes Vite's minified scripts smaller. `more` are the options that suit a script best in brotli. */
export function minified(more: CompressOptions = {}): Plugin {
  // Inlining variables that are used once saves nothing in brotli, and takes half of the time.
  const compress = { collapse_vars: false, ...more };
  const options: MinifyOptions = { module: true, ecma: 2020, compress };
  return {
    name: "minified",
    enforce: "post",
    // Vite hashes its own output for the file's name, before this plugin.
    augmentChunkHash: () => JSON.stringify([terser.version, options]),
    async generateBundle(_options, bundle) {
      if (this.environment.config.build.minify === false) return;
      for (const script of Object.values(bundle))
        if (script.type === "chunk") script.code = (await minify(script.code, options)).code ?? "";
    },
  };
}

/** Loads modules on demand without Vite's code for their styles, because they have none. */
export function loadPlainly(): Plugin {
  return {
    name: "load-plainly",
    enforce: "pre",
    load: (id) =>
      id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null,
  };
}

/** Writes brotli and gzip versions of each file of a kind, however small. */
export function compressed(include: RegExp): Plugin {
  return compression({
    include,
    threshold: 0,
    algorithms: [
      defineAlgorithm("brotliCompress", { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      defineAlgorithm("gzip", { level: 9 }),
    ],
  });
}

/**
 * Inlines the script whose path is in the page, because the first paint must not wait for a file. The script for browsers
 * without modules is in the page already, and must stay old JavaScript.
 */
function inlineScript(): Plugin {
  return {
    name: "inline-script",
    async transformIndexHtml(html) {
      const [, path = ""] = /<script>(\S+\.ts)<\/script>/.exec(html) ?? [];
      const { output } = (await build({
        configFile: false,
        logLevel: "warn",
        plugins: [minified({ passes: 2 })],
        build: { write: false, rolldownOptions: { input: path, output: { format: "iife" } } },
      })) as Rolldown.RolldownOutput;
      const [, classic = ""] = /<script nomodule>(.*?)<\/script>/s.exec(html) ?? [];
      const { code = "" } = await minify(classic, { ecma: 5, toplevel: true });
      return html.replace(path, () => output[0].code.trim()).replace(classic, () => code);
    },
  };
}

/** Inlines the style sheet, so that the page is readable after the first reply. */
export function inlineStyles(): Plugin {
  return {
    name: "inline-styles",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      const link = `\\s*<link rel="stylesheet"[^>]* href="${this.environment.config.base}([^"]+)">`;
      const markup = String(page.source).replace(/ crossorigin|( \/)?(>?)\n\s*/g, "$2");
      page.source = markup.replace(new RegExp(link, "g"), (_link, name) => {
        const styles = bundle[name];
        if (styles?.type !== "asset") throw new Error(`${name} is not in the bundle`);
        delete bundle[name];
        return `<style>${String(styles.source).trim()}</style>`;
      });
    },
  };
}
