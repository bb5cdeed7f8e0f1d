import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrandDocument } from "../../schema/brand/brand.ts";
import { temporaryFolder } from "./folder.ts";

export const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path fill="#0b6e4f" d="M0 0h120v40H0z"/></svg>';

/** A brand with all that a document can have. */
export const acme: BrandDocument = {
  name: "Acme",
  home: "https://acme.example/",
  accent: "#0b6e4f",
  footer: "Acme Ltd, Registered in England",
  links: [
    { kind: "status", url: "https://status.acme.example" },
    { kind: "imprint", url: "https://acme.example/legal?lang=en#top" },
    { kind: "privacy", url: "https://acme.example/privacy" },
    { kind: "social", url: "https://social.example/@acme" },
  ],
};

/** Every fixed sentence of the page that a brand may replace, in informal German. */
export const informal = {
  expectedReturn: "Dann geht es weiter",
  needHelp: "Brauchst du Hilfe?",
  thanks: "Danke, dass du wartest.",
  overdue: "Es dauert länger, als wir dir gesagt haben.",
  backTitle: "Schön, dass du da bist",
  opening: "Gleich siehst du die Seite …",
  reload: "Lade diese Seite neu.",
  leaveOpen: "Lass diese Seite einfach offen.",
  unreachable: "Du bist gerade offline.",
  updated: "Vor dir geändert: {time}",
  updatedNow: "Gerade für dich geändert",
  changed: "Neu für dich:",
  noReturnKnown: "Wann es weitergeht, sagen wir dir noch.",
  unsaved: "Was du geschickt hast, kam nicht an.",
  unsure: "Schau erst nach, ob es bei uns ankam.",
};

/** A folder with `brand.json` and other files by name, which goes with the test unless one is given. */
export function brandFolder(
  document: unknown,
  files: Record<string, string | Buffer> = {},
  folder = temporaryFolder(),
): string {
  for (const [name, content] of Object.entries({ "brand.json": JSON.stringify(document), ...files }))
    writeFileSync(join(folder, name), content);
  return folder;
}
