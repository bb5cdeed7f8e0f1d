import { type DiagnosticResult, ok, warning } from "../../data/diagnostic.ts";
import { latestIn } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { nameBySum } from "../../schema/notice/entity-tag/format.ts";
import { marker, readinessPath } from "../../schema/notice/protocol.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { durationInWords } from "../../schema/text/duration.ts";
import type { Context } from "../terminal/context.ts";
import { directAddress } from "../terminal/direct-address.ts";
import { createAsk, type SeenReply } from "./visitors/asking/ask.ts";

/** It answers from memory, and is on this machine. */
const timeoutMs = 2000;

/** What the service says of itself at `readinessPath`. */
interface Readiness {
  status: string;
  revision: number;
  sum: string;
  store: "up" | "down";
  reason?: string;
  secondsSinceStoreAnswered: number;
}

/**
 * Asks the service where the settings say that it listens whether it is ready, and whether it shows what the store has. A
 * machine may have the store alone, so that nothing here is a failure; where a setting is wrong, there is no line.
 */
export async function checkService(context: Context): Promise<DiagnosticResult[]> {
  const found = await askService(context);
  return found === undefined ? [] : [typeof found === "string" ? warning("service", `${found}.`) : found];
}

/** What is to be said of the service; a text is a warning. */
async function askService(context: Context): Promise<DiagnosticResult | string | undefined> {
  let address: string | undefined;
  try {
    address = directAddress(context);
  } catch {
    // The line of the settings says what is wrong with them.
    return undefined;
  }
  if (address === undefined) return "PORT is 0, so the service has picked a port that is not known here";
  const origin = `http://${address}`;
  const stored = await readStored(context);
  const reply = await createAsk(origin, deadlineIn(timeoutMs))({ path: readinessPath });
  // In a clone; elsewhere, whatever it was installed with starts it.
  const start = context.commandName.startsWith("npx ") ? "start it with `npm start`" : "start it";
  if ("noReply" in reply)
    return `No service answers at ${origin} (${reply.noReply}): ${start}; if it listens elsewhere, set HOST and PORT to its address`;
  const readiness = readReadiness(reply);
  return readiness
    ? judge(readiness, origin, stored, start)
    : `What answers at ${origin} is not Backsoon (status ${reply.status}): stop it, or set HOST and PORT to the service's address`;
}

function judge(
  readiness: Readiness,
  origin: string,
  stored: string | undefined,
  start: string,
): DiagnosticResult | string {
  const { status, revision, sum, store, reason, secondsSinceStoreAnswered: seconds } = readiness;
  const shows = `The service at ${origin} shows revision ${revision}`;
  if (status !== "ready")
    return `The service at ${origin} is not ready (${status}): when it has stopped, ${start}`;
  if (store === "down" && reason === "behind")
    return `${shows}, and its store is older: visitors see no change until you repair the store`;
  if (store === "down")
    return `${shows}, and has not reached its store for ${durationInWords(seconds * 1000)}: visitors see no change until you repair the store`;
  const shown = nameBySum(revision, sum);
  if (stored !== undefined && stored !== shown)
    return `${shows} (${shown}), but the store of this command has ${stored}: check again in a moment. If they still differ, the service has another DATABASE`;
  return ok("service", `ready at ${origin}, shows revision ${revision}`);
}

/** Which document the store has; undefined while it cannot be read, which has a line of its own. */
function readStored({ backend }: Context): Promise<string | undefined> {
  return latestIn(backend).then(
    ({ number, notice }) => nameBySum(number, sumOf(notice)),
    () => undefined,
  );
}

/** What a service of ours says; undefined for anybody else's reply. */
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
