/** As much of a refusal as is read. */
const maxRefusalBytes = 4096;

const knownCodes = [
  "content_filter",
  "context_length_exceeded",
  "unsupported_value",
  "unsupported_parameter",
] as const;

/** Why a model refuses a request, in those of its words that we know. */
export interface Refusal {
  code: (typeof knownCodes)[number];
  /** Which part of the request it refuses, if it says so. */
  param?: "response_format" | "another";
}

/**
 * What we know of the reason in the body of a refusal. Nothing else of the body is kept: it may contain the key, or the
 * words that were sent.
 */
export async function readRefusal(response: Response): Promise<Refusal | undefined> {
  const { code, param } = errorIn(await readStart(response));
  return toRefusal(code, param);
}

/** The refusal with this code and parameter, or undefined if the code is not one that we know. */
export function toRefusal(code: unknown, param: unknown): Refusal | undefined {
  const known = knownCodes.find((candidate) => candidate === code);
  if (!known) return undefined;
  if (param === undefined || param === null) return { code: known };
  return { code: known, param: param === "response_format" ? param : "another" };
}

/** Whether what caused an error is that the response cannot have the format that was asked for. */
export function refusesFormat(cause: unknown): boolean {
  const { code, param }: Partial<Refusal> = Object(cause);
  return (code === "unsupported_value" || code === "unsupported_parameter") && param !== "another";
}

function errorIn(text: string): { code?: unknown; param?: unknown } {
  try {
    return Object(Object(JSON.parse(text)).error);
  } catch {
    return {};
  }
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
