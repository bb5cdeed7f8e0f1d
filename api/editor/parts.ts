import type { StoreBackend } from "../../data/store.ts";
import type { PageBrand } from "../../web/brand.tsx";
import type { Chat } from "../models/models.ts";

export interface ProposalParts {
  /** Makes its client, which awaits `reserve` before each request to the model, and keeps the API key to itself. */
  createChat(reserve: () => Promise<unknown>): Chat;
  /** How many requests may be sent to the models a day. */
  dailyLimit: number;
}

export interface EditorParts {
  backend: StoreBackend;
  lastKnownGood: string;
  /** Where browsers find the editor, as they write it in `Origin`: scheme, host, and port unless it is the usual one. */
  origin: string;
  /** The networks whose `X-Forwarded-For` is believed, in CIDR notation. */
  trustedProxies: string[];
  /** The folder with the editor's built files, in which `index.html` is the page. */
  folder: string;
  /** Where visitors find the app, if it is known. */
  app?: URL | undefined;
  /** The setting SWITCH. Without that folder, there are no routes for the switch. */
  switch?: string | undefined;
  brand?: PageBrand | undefined;
  /** Absent without a chat model: then there are no routes for proposals. */
  proposals?: ProposalParts | undefined;
  version: string;
  now(): Date;
  /** Prints a line for the operator. It never holds a secret. */
  report(line: string): void;
}
