import type { DocumentVersion } from "../../../../schema/notice/entity-tag/format.ts";
import { marker, problemType, versionOf } from "../../../../schema/notice/protocol.ts";
import type { NoReply, SeenReply } from "./ask.ts";

/** Whether there was a reply. */
export function isReply(outcome: SeenReply | NoReply): outcome is SeenReply {
  return "status" in outcome;
}

/** A header of a reply; undefined if it is absent or empty. */
export function header({ headers }: SeenReply, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return (Array.isArray(value) ? value.join(", ") : value) || undefined;
}

/** The version of the notice that the marker names; undefined without a valid marker. */
export function markedVersion(reply: SeenReply): DocumentVersion | undefined {
  return versionOf({ get: (name) => header(reply, name) ?? null });
}

/** Whether a reply comes from the files of an export: a web server that serves them does not know the revision. */
export function isExported(reply: SeenReply): boolean {
  return header(reply, marker) === "export";
}

/** Whether a reply has the header `Maintenance-Notice`, with any value. */
export function hasMarker(reply: SeenReply): boolean {
  return header(reply, marker) !== undefined;
}

/**
 * The path of the page's script; undefined if this is not our page. The pattern cannot cross another tag, so that
 * hostile bodies are read only once.
 */
export function scriptOf({ body }: SeenReply): string | undefined {
  return /<script [^<>]*src="(\/assets\/backsoon-[\w-]{1,64}\.js)"/.exec(body.toString())?.[1];
}

/** The notice as a problem; undefined for any other body. */
export function problemOf({ body }: SeenReply): { status?: unknown; revision?: unknown } | undefined {
  try {
    const value = JSON.parse(body.toString());
    return value?.type === problemType ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a reply is Backsoon's, even if its status and headers were changed on the way. */
export function isOurs(reply: SeenReply): boolean {
  return hasMarker(reply) || scriptOf(reply) !== undefined || problemOf(reply) !== undefined;
}
