import { compile, type FindErrors } from "../../validation/ajv.ts";
import { completeness } from "../translations.ts";

/** Finds translations that lack a text, or have one too many; put into code by the build as well. */
export const findErrors: FindErrors = compile(completeness);
