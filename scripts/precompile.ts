import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { compileAllToModule, compileToModule } from "../schema/validation/ajv.ts";
import { type RecipeName, recipeFile, recipeFiles } from "./bypass/recipes.ts";
import { precompiled } from "./precompiled.ts";

// The last step of the build in Node: to load Ajv and to compile the schemas would take half of each process's start.
for (const { module, schema, finds } of precompiled) {
  const compile = finds === "all" ? compileAllToModule : compileToModule;
  const folder = posix.relative(posix.dirname(module), "schema");
  writeFileSync(new URL(`../${module}.js`, import.meta.url), compile(schema, folder));
}

// `notice bypass` reads its lines from the recipes: whatever ships the build has them, too.
mkdirSync(new URL(".", recipeFile("nginx")), { recursive: true });
for (const proxy of Object.keys(recipeFiles) as RecipeName[])
  copyFileSync(new URL(`../../../docs/deploy/${recipeFiles[proxy]}`, import.meta.url), recipeFile(proxy));
