import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Where Node keeps whether a client was told to send its body. That is not documented: without it, the connection
 * closes.
 */
type Response = ServerResponse & { _sent100?: boolean };

/**
 * Tells a client to send its body as soon as the replies to its earlier requests are out, unless all of it has come by
 * then. Node alone would write that into the middle of such a reply, between head and body.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function continueInTurn(request: IncomingMessage, response: Response): void {
  // A response is given the socket when its turn has come.
  if (response.socket) {
    response.writeContinue();
    return;
  }
  // Node closes the connection of a client that was never told.
  response._sent100 = true;
  // This is written before what the response holds by now.
  response.once("socket", (socket: Socket) => {
    if (!request.complete) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
  });
}
