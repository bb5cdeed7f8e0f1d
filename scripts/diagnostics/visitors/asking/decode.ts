import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

const decoders: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** A body without its content coding; throws if it has none that is known, is broken, or would be longer than that. */
export function decode(body: Buffer, coding: string | undefined, maxOutputLength: number): Buffer {
  // The reply to HEAD says how its body would be coded.
  if (coding === undefined || coding === "identity" || body.length === 0) return body;
  const decoder = decoders[coding.trim().toLowerCase()];
  if (!decoder) throw new Error("its content coding is unknown");
  return decoder(body, { maxOutputLength });
}
