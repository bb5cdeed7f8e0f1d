import { isModelUrl } from "./model-url.ts";
import { areNetworks } from "./networks.ts";
import { areOrigins } from "./origins.ts";

/** The formats that our schemas name, each with its check. */
export const formats = { "model-url": isModelUrl, networks: areNetworks, origins: areOrigins };
