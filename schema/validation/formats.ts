import { isModelUrl } from "./model-url.ts";
import { areNetworks } from "./networks.ts";
import { areOrigins } from "./origins.ts";

/** What tells whether a text has a format that our schemas name. */
export const formats = { "model-url": isModelUrl, networks: areNetworks, origins: areOrigins };
