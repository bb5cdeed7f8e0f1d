import { scriptlessLocaleOf } from "../../../web/render.tsx";
import { policyWithoutScript, withPolicy } from "../../visitor/content-security-policy.ts";
import { createTexts, type MakeText, type TextsOptions } from "../../visitor/texts.ts";

export type FilesOptions = Omit<TextsOptions, "render" | "pageLocaleOf">;

/** Makes texts like `createTexts`, but its pages have no script, show times in UTC and ask visitors to reload. */
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

/** Also removes the script's data, and the space that our styles keep for the script's content. */
function withoutScripts(template: string): string {
  return template
    .replace(/\s*<script\b.*?<\/script>/gs, "")
    .replace(/@media \(scripting: ?none\)/, "@media all");
}
