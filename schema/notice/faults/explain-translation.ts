import type { ErrorObject } from "ajv";
import { nearestTag } from "../../languages/nearest.ts";
import { languageTags } from "../../languages/tags.ts";
import { nearest } from "../../text/nearest.ts";
import { showValue } from "../../text/show-value.ts";
import { type Text, textNames } from "../texts.ts";
import { translations } from "../translations.ts";

/** Explains an error that only a translation can have, in one ASCII sentence; undefined for other errors. */
export function explainTranslation(
  { keyword, params, data }: ErrorObject,
  path: string[],
  notice: unknown,
): string | undefined {
  const [field, tag, text] = path;
  if (field !== "translations") return undefined;
  const name = showValue(path.join("."));
  switch (keyword) {
    case "enum":
      return unknownTag(String(data));
    case "maxProperties": {
      const count = Object.keys(Object(data)).length;
      return `${name} has ${count} languages, and at most ${params.limit} are allowed: remove ${count - params.limit} of them.`;
    }
    case "minProperties":
      return tag === undefined
        ? `${name} is empty: give it a translation, or leave it out.`
        : `${name} is empty: give it every text that the notice has, or remove it.`;
    case "required":
      return `${name} lacks ${showValue(params.missingProperty)}, but a translation needs every text of the notice: give it ${ruleOf(params.missingProperty)}, or remove ${name}.`;
    case "additionalProperties":
      return unknownText(params.additionalProperty, name);
    case "not":
      return `${name} is the time ${showValue(data)}, but a time belongs in the notice itself, once for all languages: remove it, or give text if the notice has text.`;
    case "own language":
      return `${name} translates the notice into its own language, because "language" is ${showValue(params.language)}: remove it, or correct "language".`;
    case "false schema":
      return nothingToTranslate(name, text as Text, notice);
    default:
      return undefined;
  }
}

function unknownText(text: string, name: string): string {
  const meant = nearest(text, textNames);
  const fault = `${showValue(text)} is not a text of a translation`;
  return meant === undefined
    ? `${fault}: remove it from ${name}; its texts are ${textNames.join(", ")}.`
    : `${fault} (did you mean ${meant}?): correct the name in ${name}, or remove it.`;
}

function unknownTag(tag: string): string {
  const name = showValue(`translations.${tag}`);
  const near = nearestTag(tag);
  return near
    ? `${name} is not one of the page's languages: write "${near}" if you mean that, or remove it.`
    : `${name} is not one of the page's languages: remove it, or write one of ${languageTags.join(", ")}.`;
}

function nothingToTranslate(name: string, text: Text, notice: unknown): string {
  const own = Object(notice)[text];
  if (own === undefined)
    return `${name} translates nothing, because the notice has no "${text}" of its own: remove it, or give the notice one.`;
  const reason = text === "title" ? "the default one" : "a time";
  return `${name} translates nothing, because the "${text}" of the notice is ${reason}, which the page translates itself: remove it.`;
}

function ruleOf(text: Text): string {
  return translations.additionalProperties.properties[text].description;
}
