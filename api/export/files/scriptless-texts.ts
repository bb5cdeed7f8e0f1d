import { scriptlessLocaleOf } from "../../../web/render.tsx";
import { policyWithoutScript, withPolicy } from "../../visitor/content-security-policy.ts";
import { createTexts, type MakeText, type TextsOptions } from "../../visitor/texts.ts";

export type FilesOptions = Omit<TextsOptions, "render" | "pageLocaleOf">;

/** Makes texts like `createTexts`, with pages that have no script, tell times in UTC and ask to reload. */
export function createScriptlessTexts(options: FilesOptions): MakeText {
  const brand = options.brand && { ...options.brand, styles: withoutWaiting(options.brand.styles) };
  const template = withoutScripts(options.template);
  const policy = policyWithoutScript(template, brand?.styles);
  return createTexts({
    ...options,
    brand,
    payments: undefined,
    template: withPolicy(template, policy),
    pageLocaleOf: scriptlessLocaleOf,
  });
}

/** The data of the script goes, too. */
function withoutScripts(template: string): string {
  return withoutWaiting(template.replace(/\s*<script\b.*?<\/script>/gs, ""));
}

/** Where our styles hide something until the script, or its data, has come, or keep room for what it adds. */
const awaitsScript = /body:not\(:has\(> ?script\)\)/;
const withoutScript = /@media \(scripting: ?none\)/;

function withoutWaiting(styles: string): string {
  if (!awaitsScript.test(styles)) throw new Error("The styles do not wait for the script.");
  return styles.replace(awaitsScript, "body:not(*)").replace(withoutScript, "@media all");
}
