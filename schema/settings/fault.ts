import { compile, type FindErrors } from "../validation/ajv.ts";
import { configSchema } from "./settings-schema.ts";

/** Finds what is wrong with the settings. The build compiles this to plain code, so that no running program loads Ajv. */
export const findErrors: FindErrors = compile(configSchema);
