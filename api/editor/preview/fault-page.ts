import { messageType } from "../../../schema/preview/messages.ts";
import { escapeText } from "../../../web/render.tsx";
import { hashSource } from "../../http/policy-sources.ts";
import { frameHeaders } from "./headers.ts";

/** Tells the editor around the frame, too, that there is no preview. */
const script =
  `const detail = document.querySelector("p").textContent;` +
  `parent.postMessage({ type: "${messageType}", event: "fault", detail }, location.origin);`;

/** The headers of every such page. */
export const faultHeaders = frameHeaders(hashSource(script), "'none'");

/** A page for the editor's frame that says in one sentence why there is no preview. */
export function faultPage(sentence: string): Buffer {
  return Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>No preview</title>' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<meta name="color-scheme" content="light dark">' +
      `<p>${escapeText(sentence)}</p><script>${script}</script></html>`,
  );
}
