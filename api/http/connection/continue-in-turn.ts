import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The field where Node keeps whether it sent `100 Continue`. It is undocumented: without it, the connection closes. */
type Response = ServerResponse & { _sent100?: boolean };

/**
 * Sends `100 Continue` once the replies to earlier requests are sent, unless the whole body has arrived by then. Node
 * would write it into the middle of an earlier reply.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function continueInTurn(request: IncomingMessage, response: Response): void {
  // A response gets the socket when it is its turn.
  if (response.socket) {
    response.writeContinue();
    return;
  }
  // Without this, Node would close the connection after the reply.
  response._sent100 = true;
  // The socket sends this before the reply, which the response still holds.
  response.once("socket", (socket: Socket) => {
    if (!request.complete) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
  });
}
