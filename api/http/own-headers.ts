import type { Board } from "../../data/cache/board.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { corsHeaders } from "./cors.ts";

/** What every answer of our own endpoints carries, the assets aside: the marker, readable from every origin. */
export function ownHeaders(board: Board, origin: string | undefined): Record<string, string | number> {
  return { ...corsHeaders(origin), Vary: "Origin", [marker]: board.current().revision };
}
