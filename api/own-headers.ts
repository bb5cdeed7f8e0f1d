import type { IncomingHttpHeaders } from "node:http";
import type { Board } from "../data/board.ts";
import { marker } from "../schema/protocol.ts";
import { corsHeaders } from "./cors.ts";

/** What every answer of our own endpoints carries, the assets aside: the marker, readable from every origin. */
export function ownHeaders(board: Board, request: IncomingHttpHeaders): Record<string, string | number> {
  return { ...corsHeaders(request), Vary: "Origin", [marker]: board.current().revision };
}
