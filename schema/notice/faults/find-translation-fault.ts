import { compile, type FindFault } from "../../validation/ajv.ts";
import { completeness } from "../translations.ts";

/** Finds a translation that lacks a text, or has one too many; put into code by the build as well. */
export const findFault: FindFault = compile(completeness);
