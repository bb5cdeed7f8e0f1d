import { createSocket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** A DNS server of a test, which knows the names in `addresses` and is asked at `address`. */
export interface Dns {
  address: string;
  addresses: Map<string, string>;
  isSilent: boolean;
}

/** Starts it on loopback, until the test ends. */
export async function startDns(addresses: Record<string, string>): Promise<Dns> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  const dns = {
    address: `127.0.0.1:${socket.address().port}`,
    addresses: new Map(Object.entries(addresses)),
    isSilent: false,
  };
  socket.on("message", (asked, { port, address }) => {
    if (!dns.isSilent) socket.send(replyTo(asked, dns.addresses), port, address);
  });
  return dns;
}

/** An address, no address of another type than A, or "no such name". @see RFC 1035, 4.1 */
function replyTo(asked: Buffer, addresses: Dns["addresses"]): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = asked.readUInt8(at); length > 0; length = asked.readUInt8(at)) {
    labels.push(asked.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = asked.subarray(12, at + 5);
  const address = addresses.get(labels.join("."));
  const isFound = address !== undefined && asked.readUInt16BE(at + 1) === 1;
  const head = Buffer.alloc(12);
  asked.copy(head, 0, 0, 2);
  head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isFound ? 1 : 0, 6);
  if (!isFound) return Buffer.concat([head, question]);
  // The name as in the question, type A, class IN, to be kept for 600 s as Docker says, four bytes.
  const start = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 2, 88, 0, 4]);
  return Buffer.concat([head, question, start, Buffer.from(address.split(".").map(Number))]);
}
