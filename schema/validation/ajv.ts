import { Ajv, type ErrorObject, type SchemaObject } from "ajv";
import { areNetworks } from "./networks.ts";
import { areOrigins } from "./origins.ts";
import { isServiceUrl } from "./service-url.ts";

/** The only Ajv: it checks values and never changes them. */
const ajv = new Ajv({
  strict: true,
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
});
// What a setting may be, in words.
ajv.addKeyword({ keyword: "rule", schemaType: "string" });
// A setting's value is never shown, and may be kept in a file.
ajv.addKeyword({ keyword: "secret", schemaType: "boolean" });
// An invalid value may be a secret put here by mistake, so it is not shown.
ajv.addKeyword({ keyword: "private", schemaType: "boolean" });
ajv.addFormat("service-url", isServiceUrl);
ajv.addFormat("networks", areNetworks);
ajv.addFormat("origins", areOrigins);

/** Returns the first rule that the value breaks, or undefined for a valid value. */
type Check = (value: unknown) => ErrorObject | undefined;

/** Compiles a schema, for everything in the product that checks values. */
export function compile(schema: SchemaObject): Check {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? undefined : validate.errors?.[0]);
}
