import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

export default defineConfig({
  root: "web",
  publicDir: false,
  plugins: [inlineStyles(), precompress()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "web/index.html", payments: "web/payments/payments.ts" },
      preserveEntrySignatures: "exports-only",
      // No app has a file of that name in the same folder.
      output: {
        entryFileNames: ({ name }) => `assets/backsoon-${name === "index" ? "" : `${name}-`}[hash].js`,
      },
    },
  },
});

/** Puts the style sheet into the page, so that the first request brings all that is needed to read it. */
function inlineStyles(): Plugin {
  return {
    name: "inline-styles",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      page.source = String(page.source).replace(
        /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
        (_link, name) => {
          const styles = bundle[name];
          if (styles?.type !== "asset") throw new Error(`${name} is not in the bundle`);
          delete bundle[name];
          return `<style>${String(styles.source).trim()}</style>`;
        },
      );
    },
  };
}

/** Writes each asset's brotli and gzip form beside it. */
function precompress(): Plugin {
  return {
    name: "precompress",
    enforce: "post",
    async generateBundle(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (fileName === "index.html") continue;
        const source = Buffer.from(file.type === "chunk" ? file.code : file.source);
        const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } };
        this.emitFile({
          type: "asset",
          fileName: `${fileName}.br`,
          source: await promisify(brotliCompress)(source, brotli),
        });
        this.emitFile({
          type: "asset",
          fileName: `${fileName}.gz`,
          source: await promisify(gzip)(source, { level: 9 }),
        });
      }
    },
  };
}
