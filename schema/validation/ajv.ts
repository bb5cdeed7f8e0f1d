import { Ajv, type ErrorObject, type SchemaObject } from "ajv";
import { areNetworks } from "./networks.ts";
import { isServiceUrl } from "./service-url.ts";

/** The one Ajv: it judges values and never changes them. */
const ajv = new Ajv({
  strict: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  // A field counts only when the document itself holds it: `__proto__` brings nothing in.
  ownProperties: true,
  // Our schemas are held to their meta-schema by a test: compiling that takes twice as long as compiling them.
  meta: false,
  validateSchema: false,
  // Errors carry the value and the rule, from which the sentence is made.
  verbose: true,
});
// What a setting may be, in words.
ajv.addKeyword({ keyword: "rule", schemaType: "string" });
// What a setting holds is told to nobody, and a file may hold it.
ajv.addKeyword({ keyword: "secret", schemaType: "boolean" });
// What stands there by mistake may be a secret: it is not shown.
ajv.addKeyword({ keyword: "private", schemaType: "boolean" });
ajv.addFormat("service-url", isServiceUrl);
ajv.addFormat("networks", areNetworks);

/** The first rule that the value breaks, or undefined for a valid value. */
type Check = (value: unknown) => ErrorObject | undefined;

/** Compiles a schema, for everything in the product that judges values. */
export function compile(schema: SchemaObject): Check {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? undefined : validate.errors?.[0]);
}
