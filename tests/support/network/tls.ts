import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { generate } from "selfsigned";

const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }]);

/** A server over TLS whose certificate nobody trusts. */
export const withCertificate = (listener: RequestListener): { server: Server; protocol: string } => ({
  server: createServer({ key, cert }, listener),
  protocol: "https",
});
