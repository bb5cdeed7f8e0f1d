import { defineConfig } from "vite";
import { compressed, inlineStyles } from "./vite.config.ts";

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
    plugins: [...(isPreview ? [inlineStyles()] : []), compressed(/\.(?:js|css|html)$/)],
    build: {
      outDir: isPreview ? "../../dist/editor/preview" : "../../dist/editor",
      emptyOutDir: true,
      modulePreload: false,
      reportCompressedSize: false,
    },
  };
});
