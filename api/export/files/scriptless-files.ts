import { locales } from "../../../web/render.tsx";
import { type MakeFiles, pagesFolder } from "./files.ts";
import { createScriptlessTexts, type FilesOptions } from "./scriptless-texts.ts";

/** The names of the pages that a host shows by itself: for a folder, and for an unknown path. */
const hostsNames = ["index", "404"];

/**
 * Makes the page in each language without any script, for hosts that reply with 200 themselves while the app is away. A
 * script would take that reply, which lacks our marker, for the app's. The first language is the host's own page.
 */
export function createScriptlessFiles(options: FilesOptions): MakeFiles {
  const makeText = createScriptlessTexts(options);
  return async function* (revision, phase) {
    for (const [index, { tag: language }] of locales.entries()) {
      const body = makeText(revision, { format: "html", language }, phase);
      for (const name of index === 0 ? [...hostsNames, language] : [language])
        yield { path: `${pagesFolder}/${name}.html`, body };
    }
  };
}
