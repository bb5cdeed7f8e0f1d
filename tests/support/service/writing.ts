import type { Reply } from "../network/http.ts";
import { bearer, type EditorHere } from "./editor-here.ts";

type RawHeaders = Record<string, string>;

/** Asks the write API as a program with a token. */
export type Writer = ReturnType<typeof writing>;

/** Asks an editor with a token. A body that is a string is sent as it is. */
export function writing({ ask }: Pick<EditorHere, "ask">, token: string) {
  const send = (method: string, url: string, headers: RawHeaders, type?: string, body?: unknown) =>
    ask({
      method,
      url,
      headers: { ...bearer(token), ...(type && { "Content-Type": type }), ...headers },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const json = "application/json";
  const get = (url: string, headers: RawHeaders = {}): Promise<Reply> => send("GET", url, headers);
  return {
    get,
    put: (notice: unknown, headers: RawHeaders = {}, url = "/api/notice") =>
      send("PUT", url, headers, json, notice),
    patch: (patch: unknown, headers: RawHeaders = {}, url = "/api/notice") =>
      send("PATCH", url, headers, "application/merge-patch+json", patch),
    validate: (notice: unknown, headers: RawHeaders = {}) =>
      send("POST", "/api/notice/validate", headers, json, notice),
    rollBack: (number: number | string, headers: RawHeaders = {}, query = "") =>
      send("POST", `/api/revisions/${number}/rollback${query}`, headers),
    /** The entity tag of the current notice. */
    etag: async () => String((await get("/api/notice")).headers.etag),
  };
}
