import type { StoreBackend } from "../../data/store.ts";
import type { AppAddress } from "../../schema/settings/app-url.ts";
import type { PageBrand } from "../../web/brand.ts";
import type { Chat } from "../models/chat.ts";

/** The chat model that proposes words. */
export interface ProposalParts {
  /** Its client, which awaits `reserve` before each request on the wire; the key stays in there. */
  createChat(reserve: () => Promise<unknown>): Chat;
  /** How many requests may be sent to the models a day. */
  dailyLimit: number;
}

/** What the editor's service is made of; nothing in it is fetched from elsewhere. */
export interface EditorParts {
  backend: StoreBackend;
  /** The file with the last notice that was adopted. */
  lastKnownGood: string;
  /** Where browsers find the editor, as they write it in `Origin`: scheme, host, and port unless it is the usual one. */
  origin: string;
  /** The networks whose `X-Forwarded-For` is believed, in CIDR notation. */
  trustedProxies: string[];
  /** The folder with the editor's built files, in which `index.html` is the page. */
  folder: string;
  /** Where visitors find the app, if it is known. */
  app?: AppAddress | undefined;
  brand?: PageBrand | undefined;
  /** Absent where there is no chat model: then nothing here knows of proposals. */
  proposals?: ProposalParts | undefined;
  /** The version of the product. */
  version: string;
  /** Who changes the notice when signed in by a link: whoever has the shell. */
  author: string;
  now(): Date;
  /** Tells whoever runs the editor; what it tells never holds a secret. */
  report(line: string): void;
}
