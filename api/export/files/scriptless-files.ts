import { locales } from "../../../web/render.tsx";
import { type MakeFiles, pagesFolder } from "./files.ts";
import { createScriptlessTexts, type FilesOptions } from "./scriptless-texts.ts";

/** What hosts show by itself: for a folder, and for what they do not have. */
const hostsNames = ["index", "404"];

/**
 * The page in each language without any script, for hosts that answer with 200 where nobody knows about the app: there,
 * a script would take the first answer without our marker for the app's. The first language is the host's own page.
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
