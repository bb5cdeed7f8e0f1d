import { scriptlessLocaleOf } from "../../web/render.tsx";
import { policyWithoutScript, withPolicy } from "../visitor/content-security-policy.ts";
import { createTexts, type MakeText, type TextsOptions } from "../visitor/texts.ts";

/** What exported pages are made of, besides the notice. */
export type PageOptions = Pick<TextsOptions, "template" | "live" | "brand" | "failed">;

/**
 * Makes texts like `createTexts`, but its pages have no script, show times in UTC and ask visitors to reload. Their
 * hosts may reply with 200 while the app is away, which a script would take for the app's reply.
 */
export function createScriptlessTexts(options: PageOptions): MakeText {
  const template = withoutScripts(options.template);
  const policy = policyWithoutScript(template, options.brand?.styles);
  return createTexts({
    ...options,
    template: withPolicy(template, policy),
    pageLocaleOf: scriptlessLocaleOf,
  });
}

/** Also removes the script's data, and the space that our styles keep for the script's content. */
function withoutScripts(template: string): string {
  return template
    .replace(/\s*<script\b.*?<\/script>/gs, "")
    .replace(/@media print, ?\(scripting: ?none\)/, "@media all");
}
