import { areNetworks } from "./networks.ts";
import { areOrigins } from "./origins.ts";
import { isServiceUrl } from "./service-url.ts";

/** What tells whether a text has a format that our schemas name. */
export const formats = { "service-url": isServiceUrl, networks: areNetworks, origins: areOrigins };
