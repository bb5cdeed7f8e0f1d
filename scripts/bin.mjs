#!/usr/bin/env node
// Committed as an executable file, so that `npx notice` works before and after any build.
import { existsSync } from "node:fs";

const built = new URL("../dist/node/scripts/notice.js", import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write("The command is not built yet: run `npm run build`.\n");
  process.exitCode = 1;
}
