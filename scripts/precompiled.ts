import { noticeShape } from "../schema/notice/notice.ts";
import { completeness } from "../schema/notice/translations.ts";
import { configSchema } from "../schema/settings/settings-schema.ts";

/** A module that compiles a schema when it is loaded; the build replaces it by the code that comes of that. */
export interface Precompiled {
  /** Its path from the project's folder and from the build's, without `.ts` or `.js`. */
  module: string;
  schema: object;
}

/** Everything that the build replaces, in Node and in the editor's page. */
export const precompiled: Precompiled[] = [
  { module: "schema/notice/faults/find-errors", schema: noticeShape },
  { module: "schema/notice/faults/find-text-errors", schema: completeness },
  { module: "schema/settings/fault", schema: configSchema },
];

/** Modules of nothing but data in many files, by path; the build puts what each exports into one. */
export const gathered = ["web/locales/complete-locales"];
