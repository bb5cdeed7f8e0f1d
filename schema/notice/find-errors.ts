import { compile, type FindErrors } from "../validation/ajv.ts";
import { noticeShape } from "./notice.ts";

/** Finds what is wrong with a notice. The build compiles this to plain code, so that no running program loads Ajv. */
export const findErrors: FindErrors = compile(noticeShape);
