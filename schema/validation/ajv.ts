import { _, Ajv, type ErrorObject, type SchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { formats } from "./formats.ts";

/** The only kind of Ajv there is: it checks values and never changes them. */
function create(allErrors: boolean): Ajv {
  const ajv = new Ajv({
    strict: true,
    allErrors,
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
  return ajv;
}

const ajv = create(false);
let thorough: Ajv | undefined;

/** Returns the first rule that the value breaks, or undefined for a valid value. */
export type FindFault = (value: unknown) => ErrorObject | undefined;

/** Returns what Ajv finds when it goes on after the first rule that is broken: nothing for a valid value. */
export type FindErrors = (value: unknown) => ErrorObject[];

/** Compiles a schema for a check that ends with the first fault. */
export function compile(schema: SchemaObject): FindFault {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? undefined : validate.errors?.[0]);
}

/** Compiles a schema for a check that finds every fault. */
export function compileAll(schema: SchemaObject): FindErrors {
  thorough ??= create(true);
  const validate = thorough.compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/**
 * What `compile` gives, as the source of a module that exports `findFault` and does without Ajv; `folder` is the way from
 * it to the schema's.
 */
export function compileToModule(schema: SchemaObject, folder: string): string {
  return [
    `import { formats } from "${folder}/validation/formats.js";`,
    codeOf(ajv, schema, folder),
    "export const findFault = (value) => (validate(value) ? undefined : validate.errors[0]);",
    "",
  ].join("\n");
}

/** What `compileAll` gives, as the source of a module that exports `findErrors`, which a browser can load, too. */
export function compileAllToModule(schema: SchemaObject, folder: string): string {
  thorough ??= create(true);
  return [
    codeOf(thorough, schema, folder),
    "export const findErrors = (value) => (validate(value) ? [] : validate.errors);",
    "",
  ].join("\n");
}

/** Ajv's own count of characters, which its code would load from it, and a browser could not. */
const count = 'require("ajv/dist/runtime/ucs2length").default';

function codeOf(compiler: Ajv, schema: SchemaObject, folder: string): string {
  const code = standalone.default(compiler, compiler.compile(schema)).replaceAll(count, "countCharacters");
  if (code.includes("require(")) throw new Error("The code of a schema needs something else of Ajv.");
  return `import { countCharacters } from "${folder}/text/count-characters.js";\n${code}`;
}
