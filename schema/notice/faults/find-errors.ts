import { compile, type FindErrors } from "../../validation/ajv.ts";
import { noticeShape } from "../notice.ts";

/** Finds what is wrong with a notice. The build puts this into code, so that nothing that runs loads Ajv for it. */
export const findErrors: FindErrors = compile(noticeShape);
