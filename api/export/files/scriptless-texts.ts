import { scriptlessLocaleOf } from "../../../web/render.tsx";
import { policyWithoutScript, withPolicy } from "../../visitor/content-security-policy.ts";
import { createTexts, type MakeText, type TextsOptions } from "../../visitor/texts.ts";

export type FilesOptions = Omit<TextsOptions, "render" | "pageLocaleOf">;

/** Makes texts like `createTexts`, with pages that have no script, tell times in UTC and ask to reload. */
export function createScriptlessTexts(options: FilesOptions): MakeText {
  const { brand } = options;
  const template = withoutScripts(options.template);
  const policy = policyWithoutScript(template, brand?.styles);
  return createTexts({
    ...options,
    payments: undefined,
    template: withPolicy(template, policy),
    pageLocaleOf: scriptlessLocaleOf,
  });
}

/** The data of the script goes, too, and the room that our styles keep for what it adds. */
function withoutScripts(template: string): string {
  return template
    .replace(/\s*<script\b.*?<\/script>/gs, "")
    .replace(/@media \(scripting: ?none\)/, "@media all");
}
