import { writeFileSync } from "node:fs";
import { posix } from "node:path";
import { compileAllToModule, compileToModule } from "../schema/validation/ajv.ts";
import { precompiled } from "./precompiled.ts";

// The last step of the build in Node: to load Ajv and to compile the schemas would take half of each process's start.
for (const { module, schema, finds } of precompiled) {
  const compile = finds === "all" ? compileAllToModule : compileToModule;
  const folder = posix.relative(posix.dirname(module), "schema");
  writeFileSync(new URL(`../${module}.js`, import.meta.url), compile(schema, folder));
}
