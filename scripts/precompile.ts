import { writeFileSync } from "node:fs";
import { noticeShape } from "../schema/notice/notice.ts";
import { completeness } from "../schema/notice/translations.ts";
import { configSchema } from "../schema/settings/settings-schema.ts";
import { compileAllToModule, compileToModule } from "../schema/validation/ajv.ts";

const modules: [path: string, schema: object, make: typeof compileToModule][] = [
  ["notice/faults/find-errors.js", noticeShape, compileAllToModule],
  ["notice/faults/find-text-errors.js", completeness, compileAllToModule],
  ["settings/fault.js", configSchema, compileToModule],
];

// The last step of the build in Node: to load Ajv and to compile the schemas would take half of each process's start.
for (const [path, schema, make] of modules) {
  const folder = "../".repeat(path.split("/").length - 1).slice(0, -1);
  writeFileSync(new URL(`../schema/${path}`, import.meta.url), make(schema, folder));
}
