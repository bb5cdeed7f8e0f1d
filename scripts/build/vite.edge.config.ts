import { defineConfig } from "vite";
import { englishForms } from "../../schema/languages/english-forms.ts";
import { treeshake } from "./vite.page.config.ts";

/** The program of a module for an edge, in one file that can be read: `notice export --worker` puts the notice before it. */
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
    // What only Node has stays named, for a test to see.
    rolldownOptions: { treeshake, external: [/^node:/] },
  },
});
