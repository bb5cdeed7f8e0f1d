import { _, Ajv, type ErrorObject, type SchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { formats } from "./formats.ts";

/** The only Ajv there is: it checks values and never changes them. */
const ajv = new Ajv({
  strict: true,
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  // Only a document's own fields count: nothing gets in through `__proto__`.
  ownProperties: true,
  // A test checks our schemas against their meta-schema: compiling it takes twice as long as compiling them.
  meta: false,
  validateSchema: false,
  // Errors carry the value and the rule, from which our sentence is made.
  verbose: true,
  formats,
  code: { source: true, esm: true, formats: _`formats` },
});
// What a setting may be, in words.
ajv.addKeyword({ keyword: "rule", schemaType: "string" });
// A setting's value is never shown, and may be kept in a file.
ajv.addKeyword({ keyword: "secret", schemaType: "boolean" });
// An invalid value may be a secret put here by mistake, so it is not shown.
ajv.addKeyword({ keyword: "private", schemaType: "boolean" });

/** Returns every rule that the value breaks; none for a valid value. */
export type FindErrors = (value: unknown) => ErrorObject[];

/** Compiles a schema for a check that finds every fault. */
export function compile(schema: SchemaObject): FindErrors {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/** How compiled code would load Ajv's own count of characters; a browser has no `require`. */
const count = 'require("ajv/dist/runtime/ucs2length").default';

/**
 * The source of a module that exports what `compile` returns as `findErrors`, and does without Ajv; a browser can load it,
 * too, if the schema names no format. `folder` is the path from that module to the schema's folder.
 */
export function compileToModule(schema: SchemaObject, folder: string): string {
  const code = standalone.default(ajv, ajv.compile(schema)).replaceAll(count, "countCharacters");
  if (code.includes("require(")) throw new Error("The code of a schema needs something else of Ajv.");
  return [
    `import { countCharacters } from "${folder}/text/count-characters.js";`,
    ...(/\bformats\b/.test(code) ? [`import { formats } from "${folder}/validation/formats.js";`] : []),
    code,
    "export const findErrors = (value) => (validate(value) ? [] : validate.errors);",
    "",
  ].join("\n");
}
