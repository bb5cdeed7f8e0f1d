import { compile, type FindErrors } from "../validation/ajv.ts";
import { completeness } from "./notice.ts";

/** Finds translations with a missing or surplus text. The build compiles this to plain code. */
export const findErrors: FindErrors = compile(completeness);
