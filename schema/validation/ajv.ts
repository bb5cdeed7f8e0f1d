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

/** Compiles a schema, for everything in the product that checks values. */
export function compile(schema: SchemaObject): FindFault {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? undefined : validate.errors?.[0]);
}

/**
 * The same as the source of a module that exports `findFault`, and does without Ajv; `folder` is the way from it to the
 * schema's.
 */
export function compileToModule(schema: SchemaObject, folder: string): string {
  return [
    'import { createRequire } from "node:module";',
    `import { formats } from "${folder}/validation/formats.js";`,
    "const require = createRequire(import.meta.url);",
    standalone.default(ajv, ajv.compile(schema)),
    "export const findFault = (value) => (validate(value) ? undefined : validate.errors[0]);",
    "",
  ].join("\n");
}

/** Compiles a schema for a check that returns the first rule that each part of the value breaks. */
export function compileAll(schema: SchemaObject): (value: unknown) => ErrorObject[] {
  thorough ??= create(true);
  const validate = thorough.compile(schema);
  return (value) => {
    if (validate(value)) return [];
    const firsts = new Map(validate.errors?.toReversed().map((error) => [partOf(error), error]));
    return [...firsts.values()].reverse();
  };
}

/** What an error is about: a member that is missing or unknown is a part of its own. */
function partOf({ instancePath, params }: ErrorObject): string {
  return `${instancePath}/${params.missingProperty ?? params.additionalProperty ?? ""}`;
}
