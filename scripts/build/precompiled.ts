import { completeness, noticeShape } from "../../schema/notice/notice.ts";
import { configSchema } from "../../schema/settings/settings-schema.ts";

interface Precompiled {
  /** The module's path in the project and in the build, without `.ts` or `.js`. */
  module: string;
  schema: object;
}

/** The modules that the build replaces by generated validators, in Node and in the editor's page. */
export const precompiled: Precompiled[] = [
  { module: "schema/notice/find-errors", schema: noticeShape },
  { module: "schema/notice/find-text-errors", schema: completeness },
  { module: "schema/settings/fault", schema: configSchema },
];

/** Paths of modules that only collect or compute data. The build puts the data into one file. */
export const gathered = ["web/locales/complete-locales", "schema/languages/english-forms"];
