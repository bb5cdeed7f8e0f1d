import { writeFileSync } from "node:fs";
import { noticeShape } from "../schema/notice/notice.ts";
import { completeness } from "../schema/notice/translations.ts";
import { configSchema } from "../schema/settings/settings-schema.ts";
import { compileToModule } from "../schema/validation/ajv.ts";

const modules: [path: string, schema: object][] = [
  ["notice/faults/find-fault.js", noticeShape],
  ["notice/faults/find-translation-fault.js", completeness],
  ["settings/fault.js", configSchema],
];

// The last step of the build in Node: to load Ajv and to compile the schemas would take half of each process's start.
for (const [path, schema] of modules) {
  const folder = "../".repeat(path.split("/").length - 1).slice(0, -1);
  writeFileSync(new URL(`../schema/${path}`, import.meta.url), compileToModule(schema, folder));
}
