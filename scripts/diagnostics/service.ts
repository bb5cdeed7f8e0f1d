import { deadlineIn } from "../../data/deadline.ts";
import { shownIn } from "../../data/publish.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../data/store.ts";
import { hashOf } from "../../schema/notice/hash.ts";
import { marker, nameByHash, readinessPath } from "../../schema/notice/protocol.ts";
import { durationInWords } from "../../schema/time/time.ts";
import type { Context } from "../terminal/context.ts";
import { directAddress } from "../terminal/options.ts";
import { targetOf } from "../terminal/publish.ts";
import { createAsk, outOfTime, type SeenReply } from "./check-from.ts";

/** Enough, because the service is on this machine and answers from memory. */
const timeoutMs = 2000;

/** The reply of the service at `readinessPath`. */
interface Readiness {
  status: string;
  revision: number;
  sum: string;
  store: "up" | "down";
  reason?: string;
  secondsSinceStoreAnswered: number;
}

/**
 * Asks the service at HOST and PORT whether it is ready and shows the store's notice. It must answer. There is no line
 * if a setting is wrong.
 */
export async function checkService(context: Context): Promise<DiagnosticResult[]> {
  const found = await askService(context);
  return found === undefined ? [] : [typeof found === "string" ? warning("service", `${found}.`) : found];
}

/** The result of the check; a text is a warning. */
async function askService(context: Context): Promise<DiagnosticResult | string | undefined> {
  let address: string | undefined;
  try {
    address = directAddress(context);
  } catch {
    // Another line reports what is wrong with the settings.
    return undefined;
  }
  if (address === undefined) return "PORT is 0, so the service has picked a port that is not known here";
  const origin = `http://${address}`;
  const stored = await readStored(context);
  const reply = await createAsk(origin, deadlineIn(timeoutMs))({ path: readinessPath });
  // Only a clone has `npm start`.
  const start = context.commandName.startsWith("npx ") ? "start it with `npm start`" : "start it";
  if (reply.status === 0) {
    const way = reply.fault === outOfTime ? "restart it" : start;
    const detail = `No service answers at ${origin} (${reply.fault}): ${way}; if it listens elsewhere, set HOST and PORT to its address. If none runs here, give --no-service.`;
    return failure("service", detail);
  }
  const readiness = readReadiness(reply);
  if (readiness) return judge(readiness, origin, stored, start);
  const detail = `What answers at ${origin} is not Backsoon (status ${reply.status}): stop it, or set HOST and PORT to the service's address.`;
  return failure("service", detail);
}

function judge(
  readiness: Readiness,
  origin: string,
  stored: string | undefined,
  start: string,
): DiagnosticResult | string {
  const { status, revision, sum: hash, store, reason, secondsSinceStoreAnswered: seconds } = readiness;
  const shows = `The service at ${origin} shows revision ${revision}`;
  if (status !== "ready")
    return `The service at ${origin} is not ready (${status}): when it has stopped, ${start}`;
  if (store === "down" && reason === "behind") return `${shows}, and its store is older: publish again`;
  if (store === "down")
    return `${shows}, and lost its store ${durationInWords(seconds * 1000)} ago: visitors see no change until you repair the store`;
  const shown = nameByHash(revision, hash);
  if (stored !== undefined && stored !== shown)
    return `${shows} (${shown}), but the store of this command has ${stored}: check again in a moment. If they still differ, the service has another DATABASE`;
  return ok("service", `ready at ${origin}, shows revision ${revision}`);
}

/** The version in the store; undefined if it cannot be read, which another line reports. */
function readStored(context: Context): Promise<string | undefined> {
  return shownIn(targetOf(context)).then(
    ({ number, notice }) => nameByHash(number, hashOf(notice)),
    () => undefined,
  );
}

/** The reply of our service; undefined for any other reply. */
function readReadiness({ headers, body }: SeenReply): Readiness | undefined {
  if (headers[marker.toLowerCase()] === undefined) return undefined;
  try {
    const readiness = JSON.parse(body.toString());
    return typeof readiness?.revision === "number" && typeof readiness.sum === "string"
      ? readiness
      : undefined;
  } catch {
    return undefined;
  }
}
