import { defineConfig } from "vite";

/** The program of a module for an edge, in one file that can be read: `notice export --worker` puts the notice before it. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: "dist/edge",
    minify: false,
    target: "es2022",
    reportCompressedSize: false,
    lib: { entry: "api/edge/worker.ts", formats: ["es"], fileName: "worker" },
    // What only Node has stays named, for a test to see.
    rolldownOptions: { external: [/^node:/] },
  },
});
