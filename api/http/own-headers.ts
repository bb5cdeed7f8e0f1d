import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { corsHeaders } from "./cors.ts";

/** The headers of every reply from our own endpoints, except for assets: the marker, readable from any origin. */
export function ownHeaders(cache: NoticeCache, origin: string | undefined): Record<string, string | number> {
  return { ...corsHeaders(origin), Vary: "Origin", [marker]: cache.current().number };
}
