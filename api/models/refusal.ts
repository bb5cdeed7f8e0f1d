/** As much of a refusal as is read. */
const maxRefusalBytes = 4096;

const knownCodes = [
  "content_filter",
  "context_length_exceeded",
  "unsupported_value",
  "unsupported_parameter",
] as const;

/** Why a model refuses a request, in those of its words that we know. */
export type Refusal = (typeof knownCodes)[number];

/**
 * What we know of the reason in the body of a refusal. Nothing else of the body is kept: it may contain the key, or the
 * words that were sent.
 */
export async function readRefusal(response: Response): Promise<Refusal | undefined> {
  const text = await readStart(response);
  try {
    return toRefusal(Object(Object(JSON.parse(text)).error).code);
  } catch {
    return undefined;
  }
}

/** The refusal with this code, or undefined if it is not one that we know. */
export function toRefusal(code: unknown): Refusal | undefined {
  return knownCodes.find((known) => known === code);
}

async function readStart({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop closes the connection.
      if (size >= maxRefusalBytes) break;
    }
  } catch {
    // The status is known, even if the rest never arrives.
    return "";
  }
  return Buffer.concat(chunks).toString("utf8", 0, maxRefusalBytes);
}
