import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { corsHeaders } from "./cors.ts";

/** What every answer of our own endpoints carries, the assets aside: the marker, readable from every origin. */
export function ownHeaders(cache: NoticeCache, origin: string | undefined): Record<string, string | number> {
  return { ...corsHeaders(origin), Vary: "Origin", [marker]: cache.current().number };
}
