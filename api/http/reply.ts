/** Alternating header names and values, which Node writes fastest. */
export type RawHeaders = readonly string[];

/** The head of a reply. To send one object again and again costs less than to make a new one each time. */
export interface Head {
  readonly status: number;
  /** The headers that are the same whenever it is sent. */
  readonly headers: RawHeaders;
  /** The name of the header whose value comes with each reply; absent if there is none. */
  readonly varying?: string;
}

/** A reply, however it is sent. */
export interface Reply {
  head: Head;
  /** The value of the header that varies; absent where the head has none. */
  varyingValue?: string;
  body: Uint8Array;
}

export const noBody = new Uint8Array();

/** The names and values of a record, alternating: numbers are turned into text here, and not for each reply. */
export function flat(headers: Record<string, string | number>): RawHeaders {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/** All headers of a head, with the value of the one that varies. */
export function headersOf({ headers, varying }: Head, value = ""): string[] {
  return varying === undefined ? [...headers] : [...headers, varying, value];
}
