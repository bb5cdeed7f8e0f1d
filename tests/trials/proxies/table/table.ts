import type { Case } from "../support/stage.ts";
import { appCases } from "./app.ts";
import { choiceCases } from "./choices.ts";
import { nameCases } from "./names.ts";
import { nginxCases } from "./nginx.ts";
import { openPageCases } from "./open-pages.ts";
import { switchCases } from "./switch.ts";
import { visitorCases } from "./visitors.ts";

/** What all four proxies must do, and what nginx must in a configuration of somebody's own. */
export const table: Case[] = [
  ...appCases,
  ...switchCases,
  ...visitorCases,
  ...choiceCases,
  ...nginxCases,
  ...nameCases,
  ...openPageCases,
];
