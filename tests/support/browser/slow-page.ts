import type { ServerResponse } from "node:http";
import { startFront } from "../network/front.ts";

/** A script with which a page that is still coming tells each time that it has been painted. */
export const tellsOfPaints = `(async () => {
  while (document.readyState === "loading") {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await fetch("/painted");
  }
})()`;

/** A front before the service that gives the page element by element, each once those before it have been painted. */
export async function startSlowFront(service: string): Promise<string> {
  const front = await startFront(service);
  let pieces: string[] = [];
  let page: ServerResponse | undefined;
  const sendNext = (): void => {
    const piece = pieces.shift();
    if (piece !== undefined) page?.write(piece);
    if (pieces.length === 0) page?.end();
  };
  front.answerWith(async (incoming, response) => {
    if (incoming.url === "/painted") {
      response.end();
      return sendNext();
    }
    if (incoming.url !== "/") return front.forward(incoming, response);
    const { accept = "", "accept-language": language = "" } = incoming.headers;
    const answer = await fetch(service, { headers: { accept, "accept-language": language } });
    const {
      "content-length": _length,
      "content-encoding": _coding,
      ...headers
    } = Object.fromEntries(answer.headers);
    page = response.writeHead(answer.status, headers);
    const [head = "", body = ""] = (await answer.text()).split(/(?<=<body>)/);
    pieces = [head, ...body.split(/(?<=<\/\w+>)/)];
    sendNext();
  });
  return front.url;
}
