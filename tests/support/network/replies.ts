/** No head of a reply is longer. */
const maxHead = 4096;

/** A reply, or what goes before one, such as `100 Continue`. */
export interface Received {
  status: number;
  head: string;
  body: Buffer;
}

/** Reads the replies to any requests but HEAD. Throws if anything is not a whole reply. */
export function readReplies(bytes: Buffer): Received[] {
  const found: Received[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const [head, status] =
      /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/.exec(rest.toString("latin1", 0, maxHead)) ?? [];
    if (head === undefined)
      throw new Error(`No reply follows reply ${found.length}: ${rest.subarray(0, 60)}`);
    const length = Number(/\r\nContent-Length: (\d+)\r\n/i.exec(head)?.[1] ?? 0);
    const body = rest.subarray(head.length, head.length + length);
    if (body.length < length)
      throw new Error(`Reply ${found.length} is cut short: ${body.length} of ${length}`);
    found.push({ status: Number(status), head, body });
    rest = rest.subarray(head.length + length);
  }
  return found;
}
