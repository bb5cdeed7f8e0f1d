import { defineConfig } from "vite";
import { englishForms } from "../../schema/languages/english-forms.ts";
import { treeshake } from "./vite.page.config.ts";

/** Builds the program for edge workers as one readable file. `notice export --worker` puts the notice before it. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: "precomputed",
      load: (id) =>
        id.endsWith("/english-forms.ts")
          ? `export const englishForms = ${JSON.stringify(englishForms)};`
          : null,
    },
  ],
  build: {
    outDir: "dist/edge",
    minify: false,
    target: "es2022",
    reportCompressedSize: false,
    lib: { entry: "api/edge/worker.ts", formats: ["es"], fileName: "worker" },
    // Imports of Node's modules stay, so that a test finds them.
    rolldownOptions: { treeshake, external: [/^node:/] },
  },
});
