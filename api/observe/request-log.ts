import type { IncomingMessage, RequestListener } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import { pathOf } from "../http/request-head.ts";

const maxPathLength = 200;

/**
 * Logs a line for each request, with the network that the visitor comes from; the full address appears only at `trace`.
 * Whatever follows the path in a URL may be secret and is never logged.
 * @param trusted networks in CIDR notation, whose `X-Forwarded-For` is believed
 */
export function createRequestLog(logger: Logger, trusted: string[]): RequestListener {
  const trust = proxyAddr.compile(trusted);
  const inFull = logger.isLevelEnabled("trace");

  return (request, response) => {
    const started = performance.now();
    const { method, url = "" } = request;
    const path = pathOf(url);
    const visitor = addressOf(request, trust, inFull);
    response.on("close", () => {
      const ms = Math.round((performance.now() - started) * 1000) / 1000;
      const { statusCode: status, writableFinished: sent } = response;
      logger.debug({ method, path: path.slice(0, maxPathLength), status, sent, ms, visitor }, "Request");
    });
  };
}

function addressOf(
  request: IncomingMessage,
  trust: ReturnType<typeof proxyAddr.compile>,
  inFull: boolean,
): string {
  const address = proxyAddr(request, trust);
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (inFull) return parsed.toString();
  // Data protection authorities regard these as a network, and not as a person.
  return parsed.kind() === "ipv4"
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/48`)}/48`;
}
