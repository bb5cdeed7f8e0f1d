import { isIPv6 } from "node:net";
import { type DiagnosticResult, latestIn } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { versionBySum, versionName } from "../../schema/notice/entity-tag/format.ts";
import { marker, readinessPath } from "../../schema/notice/protocol.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { durationInWords } from "../../schema/text/duration.ts";
import type { Context } from "../terminal/context.ts";
import { createAsk, type SeenReply } from "./visitors/asking/ask.ts";

const subject = "service";
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
export async function checkService(
  context: Pick<Context, "readSettings" | "backend" | "commandName">,
): Promise<DiagnosticResult[]> {
  const address = readAddress(context);
  if (!address) return [];
  if (address.port === 0)
    return [warning("PORT is 0, so the service listens on any port, and nobody can be asked here")];
  const { origin } = address;
  const stored = await readStored(context);
  const ask = createAsk(origin, deadlineIn(timeoutMs));
  const reply = await ask({ path: readinessPath });
  // In a clone; elsewhere, whatever it was installed with starts it.
  const start = context.commandName.startsWith("npx ") ? "start it with `npm start`" : "start it";
  if ("noReply" in reply)
    return [
      warning(
        `No service answers at ${origin} (${reply.noReply}): ${start}; if it listens elsewhere, set HOST and PORT as it has them`,
      ),
    ];
  const readiness = readReadiness(reply);
  if (!readiness)
    return [
      warning(
        `What answers at ${origin} is not Backsoon (status ${reply.status}): stop it, or set HOST and PORT as the service has them`,
      ),
    ];
  return [judge(readiness, origin, stored, start)];
}

function judge(
  readiness: Readiness,
  origin: string,
  stored: string | undefined,
  start: string,
): DiagnosticResult {
  const { status, revision, sum, store, reason, secondsSinceStoreAnswered: seconds } = readiness;
  const shows = `The service at ${origin} shows revision ${revision}`;
  if (status !== "ready")
    return warning(`The service at ${origin} is not ready (${status}): once it has ended, ${start}`);
  if (store === "down" && reason === "behind")
    return warning(`${shows}, and its store is behind that: no change is shown until the store is repaired`);
  if (store === "down")
    return warning(
      `${shows}, and has not reached its store for ${durationInWords(seconds * 1000)}: no change is shown until the store is repaired`,
    );
  if (stored !== undefined && stored !== versionName(versionBySum(revision, sum)))
    return warning(
      `${shows} (${versionName(versionBySum(revision, sum))}), and the store of this command has ${stored}: check again in a moment; if it stays so, the service has another DATABASE`,
    );
  return { subject, state: "ok", detail: `ready at ${origin}, shows revision ${revision}` };
}

function warning(detail: string): DiagnosticResult {
  return { subject, state: "warning", detail: `${detail}.` };
}

/** Where this machine reaches the service; undefined where the settings are wrong, which has a line of its own. */
function readAddress({
  readSettings,
}: Pick<Context, "readSettings">): { origin: string; port: number } | undefined {
  try {
    const { HOST, PORT: port } = readSettings(["HOST", "PORT"]);
    // What listens on every address is reached at the one of this machine alone.
    const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "::1" : HOST;
    return { origin: new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`).origin, port };
  } catch {
    return undefined;
  }
}

/** Which document the store has; undefined while it cannot be read, which has a line of its own. */
async function readStored({ backend }: Pick<Context, "backend">): Promise<string | undefined> {
  try {
    const { number, notice } = await latestIn(backend);
    return versionName(versionBySum(number, sumOf(notice)));
  } catch {
    return undefined;
  }
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
