import { _, Ajv, type ErrorObject, type SchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { formats } from "./formats.ts";

/** The only Ajv. It checks values and never changes them. */
const ajv = new Ajv({
  strict: true,
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  // Only a document's own fields count: nothing gets in through `__proto__`.
  ownProperties: true,
  // Off, because compiling the meta-schema is slow. A test checks our schemas instead.
  meta: false,
  validateSchema: false,
  // Our own messages need the value and the rule in each error.
  verbose: true,
  messages: false,
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

/** How compiled code loads Ajv's count of characters, which browsers cannot, as they have no `require`. */
const count = 'require("ajv/dist/runtime/ucs2length").default';
/** Of what `verbose` adds to an error, only the value is read where code is compiled: browsers need not load the rest. */
const unread = /schema:(?:"(?:[^"\\]|\\.)*"|[^,{}]+),parentSchema:[^,{}]+,(?=data)/g;

/**
 * The source of a module that exports `findErrors` for a schema, and does not load Ajv. A browser can load it if the
 * schema names no format. `folder` is the path from that module to the schema's folder.
 */
export function compileToModule(schema: SchemaObject, folder: string): string {
  const whole = standalone.default(ajv, ajv.compile(schema));
  const code = whole.replaceAll(count, "countCharacters").replaceAll(unread, "");
  if (code.includes("require(")) throw new Error("The code of a schema needs something else of Ajv.");
  return [
    `import { countCharacters } from "${folder}/text/text.js";`,
    ...(/\bformats\b/.test(code) ? [`import { formats } from "${folder}/validation/formats.js";`] : []),
    code,
    "export const findErrors = (value) => (validate(value) ? [] : validate.errors);",
    "",
  ].join("\n");
}
