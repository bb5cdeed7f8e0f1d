import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Where Node has whether a client was told to send its body. That is not documented: without it, the connection closes. */
type Response = ServerResponse & { _sent100?: boolean };

/**
 * Tells a client to send its body as soon as the replies to its earlier requests are out, if it has not sent all of it by
 * then. Node alone would put that into the middle of the reply, between the head and the body.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function continueInTurn(request: IncomingMessage, response: Response): void {
  // A response is given the socket when its turn has come.
  if (response.socket) {
    response.writeContinue();
    return;
  }
  // Node lets nobody keep a connection who was never told.
  response._sent100 = true;
  // What the response holds by now is written after this.
  response.once("socket", (socket: Socket) => {
    if (!request.complete) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
  });
}
