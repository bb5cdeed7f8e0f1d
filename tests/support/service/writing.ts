import type { Reply } from "../network/http.ts";
import type { EditorHere } from "./editor-here.ts";

type RawHeaders = Record<string, string>;

/** Asks the write API as a program does that has a token. */
export interface Writer {
  get(url: string, headers?: RawHeaders): Promise<Reply>;
  put(notice: unknown, headers?: RawHeaders, url?: string): Promise<Reply>;
  patch(patch: unknown, headers?: RawHeaders, url?: string): Promise<Reply>;
  validate(notice: unknown, headers?: RawHeaders): Promise<Reply>;
  rollBack(number: number | string, headers?: RawHeaders, query?: string): Promise<Reply>;
  /** The entity tag of the notice that there is. */
  etag(): Promise<string>;
}

/** Asks an editor with a token. A body that is a string is sent as it is. */
export function writing({ ask }: Pick<EditorHere, "ask">, token: string): Writer {
  const send = (method: string, url: string, headers: RawHeaders, type?: string, body?: unknown) =>
    ask({
      method,
      url,
      headers: { Authorization: `Bearer ${token}`, ...(type && { "Content-Type": type }), ...headers },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const get: Writer["get"] = (url, headers = {}) => send("GET", url, headers);
  return {
    get,
    put: (notice, headers = {}, url = "/api/notice") => send("PUT", url, headers, "application/json", notice),
    patch: (patch, headers = {}, url = "/api/notice") =>
      send("PATCH", url, headers, "application/merge-patch+json", patch),
    validate: (notice, headers = {}) =>
      send("POST", "/api/notice/validate", headers, "application/json", notice),
    rollBack: (number, headers = {}, query = "") =>
      send("POST", `/api/revisions/${number}/rollback${query}`, headers),
    etag: async () => String((await get("/api/notice")).headers.etag),
  };
}
