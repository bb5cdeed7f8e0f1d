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

/** Returns every rule that the value breaks; none for a valid value. */
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
 * The source of a module that exports what `compile` returns as `findFault`, and does without Ajv; `folder` is the path
 * from that module to the schema's folder.
 */
export function compileToModule(schema: SchemaObject, folder: string): string {
  return [
    `import { formats } from "${folder}/validation/formats.js";`,
    codeOf(ajv, schema, folder),
    "export const findFault = (value) => (validate(value) ? undefined : validate.errors[0]);",
    "",
  ].join("\n");
}

/** The source of a module that exports what `compileAll` returns as `findErrors`; a browser can load it, too. */
export function compileAllToModule(schema: SchemaObject, folder: string): string {
  thorough ??= create(true);
  return [
    codeOf(thorough, schema, folder),
    "export const findErrors = (value) => (validate(value) ? [] : validate.errors);",
    "",
  ].join("\n");
}

/** How compiled code would load Ajv's own count of characters; a browser has no `require`. */
const count = 'require("ajv/dist/runtime/ucs2length").default';

function codeOf(compiler: Ajv, schema: SchemaObject, folder: string): string {
  const code = standalone.default(compiler, compiler.compile(schema)).replaceAll(count, "countCharacters");
  if (code.includes("require(")) throw new Error("The code of a schema needs something else of Ajv.");
  return `import { countCharacters } from "${folder}/text/count-characters.js";\n${code}`;
}
