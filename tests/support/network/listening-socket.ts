import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";

/** A socket on an address of its own, as a service manager holds it for a service: nobody here accepts from it. */
export interface ListeningSocket {
  descriptor: number;
  url: string;
}

interface Handle {
  fd: number;
  getsockname(address: object): number;
  close(): void;
}

/** What Node's cluster opens sockets with that others are to accept from. */
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle(address: string, port: number, family: 4 | 6 | -1): Handle;
};

/** Opens a socket that listens from its first service on, and until the test ends, whichever service has it. */
export function listeningSocket(): ListeningSocket {
  const handle = createHandle("127.0.0.1", 0, 4);
  onTestFinished(() => handle.close());
  const address: Partial<AddressInfo> = {};
  handle.getsockname(address);
  return { descriptor: handle.fd, url: `http://127.0.0.1:${address.port}` };
}

/** The descriptor of a socket whose address is a file. */
export function unixSocket(): number {
  const handle = createHandle(join(temporaryFolder(), "socket"), -1, -1);
  onTestFinished(() => handle.close());
  return handle.fd;
}
