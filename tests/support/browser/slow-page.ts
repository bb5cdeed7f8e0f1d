import type { ServerResponse } from "node:http";
import { startFront } from "../network/front.ts";

/** A script that tells the front each time that the page, while it still arrives, has been painted. */
export const tellsOfPaints = `(async () => {
  while (document.readyState === "loading") {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await fetch("/painted");
  }
})()`;

/** Starts a front that sends the page element by element, each after the earlier ones have been painted. */
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
    const headers = [...answer.headers].filter(([name]) => !/^content-(length|encoding)$/.test(name));
    page = response.writeHead(answer.status, Object.fromEntries(headers));
    const [head = "", body = ""] = (await answer.text()).split(/(?<=<body>)/);
    pieces = [head, ...body.split(/(?<=<\/\w+>)/)];
    sendNext();
  });
  return front.url;
}
