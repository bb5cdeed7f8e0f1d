#!/usr/bin/env node
// Committed as an executable file, so that `npx notice` works before and after any build.
await import("../dist/node/scripts/notice.js").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  process.stderr.write("The command is not built yet: run `npm run build`.\n");
  process.exitCode = 1;
});
