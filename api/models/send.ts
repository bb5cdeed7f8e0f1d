/** The largest response that is read, in bytes. */
export const maxResponseBytes = 1024 * 1024;

/** The code of the error for a larger response. */
export const tooLarge = "TOO_LARGE";

/** Longer waits than this, in seconds, are left to the caller; the SDK would sleep for hours if told to. */
const maxRetryAfterSeconds = 10;

/**
 * What the SDK uses instead of `fetch`: it sends exactly these headers to exactly this address (a redirect would take
 * the key to another), and reads the whole response within the SDK's timeout and our size limit.
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
      return new Response(await readBody(response), { headers: { "Content-Type": type } });
    }
    // What a service says about a refusal may contain the key, so nobody gets to see it.
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers: retryHeaders(response.headers) });
  };
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) throw Object.assign(new Error(tooLarge), { code: tooLarge });
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** When to retry, in the form that the SDK reads and we report. */
function retryHeaders(headers: Headers): Record<string, string> {
  const asked = headers.get("retry-after") ?? "";
  const seconds = /^\d{1,6}$/.test(asked)
    ? Number(asked)
    : Math.ceil((Date.parse(asked) - Date.now()) / 1000);
  if (Number.isNaN(seconds)) return {};
  return {
    "retry-after": String(Math.max(0, seconds)),
    ...(seconds > maxRetryAfterSeconds ? { "x-should-retry": "false" } : {}),
  };
}
