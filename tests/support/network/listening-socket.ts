import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";

interface Handle {
  fd: number;
  getsockname(address: object): number;
  close(): void;
}

/** Node's cluster opens sockets with this for other processes. */
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle(address: string, port: number, family: 4 | 6 | -1): Handle;
};

/** Opens a socket as a service manager does: it listens from its first service on, until the test ends. */
export function listeningSocket(): { descriptor: number; url: string } {
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
