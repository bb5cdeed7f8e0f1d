/** The largest response that is read, in bytes. */
const maxResponseBytes = 1024 * 1024;
/** The code of the error for a response that is larger than we read. */
export const tooLarge = "TOO_LARGE";

/** The reasons for a refusal that an error may name. */
const refusal = /"code"\s*:\s*"(content_filter|context_length_exceeded|unsupported_(?:value|parameter))"/;

/**
 * Makes the SDK's `fetch`. It sends exactly these headers to exactly this address, as a redirect would take the key to
 * another. It reads the whole response within the SDK's timeout and our size limit.
 */
export function createModelFetch(key: string): typeof fetch {
  return async (url, init = {}) => {
    const { method = "GET", body = null, signal = null } = init;
    const headers = new Headers({ Accept: "application/json", "User-Agent": "Backsoon", "api-key": key });
    // A form sets its own type, with its boundary.
    if (typeof body === "string") headers.set("Content-Type", "application/json");
    const response = await fetch(url, { method, body, signal, headers, redirect: "manual" });
    if (response.ok) {
      const type = response.headers.get("content-type") ?? "";
      return new Response(await readBody(response, maxResponseBytes), { headers: { "Content-Type": type } });
    }
    const { status } = response;
    // Other statuses need no body, and their bodies may never end.
    if (status === 400 || status === 422)
      return Response.json({ error: { code: await readRefusal(response) } }, { status });
    await response.body?.cancel();
    const wait = response.headers.get("retry-after") ?? "";
    return new Response(null, {
      status,
      ...(/^\d{1,6}$/.test(wait) && { headers: { "retry-after": wait } }),
    });
  };
}

/** The reason for a refusal, if we know it. Nothing else of the body is kept: it may contain the key or the sent words. */
async function readRefusal(response: Response): Promise<string | undefined> {
  // The status is known, even if the rest never arrives.
  const body = await readBody(response, 4096).catch(() => "");
  return refusal.exec(String(body))?.[1];
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw Object.assign(new Error(tooLarge), { code: tooLarge });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
