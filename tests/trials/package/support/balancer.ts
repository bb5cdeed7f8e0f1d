import { type IncomingMessage, type RequestListener, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenHere, withoutTls } from "../../../support/network/servers.ts";

/** A balancer that gives each request to the next node in turn, and to the one after that where it cannot be reached. */
export async function startBalancer(nodes: string[]): Promise<{
  url: string;
  /** Answers by itself from now on. */
  answerWith(listener: RequestListener): void;
}> {
  let listener: RequestListener | undefined;
  let turn = 0;
  const server = await withoutTls(async (incoming, response) => {
    if (listener) return listener(incoming, response);
    const first = turn++;
    const body = await buffer(incoming);
    for (let next = first; next < first + nodes.length; next += 1) {
      const answer = await ask(nodes[next % nodes.length] ?? "", incoming, body).catch(() => undefined);
      if (answer) return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    }
    response.writeHead(502).end();
  });
  return {
    url: await listenHere(server),
    answerWith: (next) => {
      listener = next;
    },
  };
}

function ask(
  node: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(node + url, { method, headers, agent: false });
    sent.on("error", reject).on("response", resolve).end(body);
  });
}
