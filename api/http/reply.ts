/** Alternating header names and values, which Node writes fastest. */
export type RawHeaders = readonly string[];

/** The head of a reply. Sending the same object again is faster than making a new one each time. */
export interface Head {
  readonly status: number;
  /** The headers that never change. */
  readonly headers: RawHeaders;
  /** The name of the header whose value comes with each reply, if there is one. */
  readonly varying?: string;
}

/** A reply, however it is sent. */
export interface Reply {
  head: Head;
  /** The value of the header that `head.varying` names. */
  varyingValue?: string;
  body: Uint8Array;
}

export const noBody = new Uint8Array();

/** The names and values of a record, alternating. Numbers become text here, once, and not for each reply. */
export function flat(headers: Record<string, string | number>): RawHeaders {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/** All headers of a head, with the value of the one that varies. */
export function headersOf({ headers, varying }: Head, value = ""): string[] {
  return varying === undefined ? [...headers] : [...headers, varying, value];
}
