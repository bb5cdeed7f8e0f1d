import { compile, type FindErrors } from "../validation/ajv.ts";
import { configSchema } from "./settings-schema.ts";

/** Finds what is wrong with the settings. The build puts this into code, so that nothing that runs loads Ajv for it. */
export const findErrors: FindErrors = compile(configSchema);
