import { noticePath } from "../../../schema/notice/protocol.ts";
import { ask, askSettled, browser } from "../harness/replies.ts";

/** A request, word for word, and the status that its reply must have. */
export interface Exchange {
  request: string;
  status: number;
}

/** What the generator is told: each visitor sends all requests, in turn, over one connection. */
export interface Visits {
  url: string;
  exchanges: Exchange[];
  visitors: number;
  /** How many of them are there at once. */
  atOnce: number;
}

/** What a browser does with a page. */
export type VisitorExchanges = Record<"page" | "script" | "poll", Exchange>;

/** What Chromium sends with every request, and with those for a page, in this order. */
const always = {
  Connection: "keep-alive",
  "sec-ch-ua": '"Chromium";v="156", "Not?A_Brand";v="24"',
  "sec-ch-ua-mobile": "?0",
  "sec-ch-ua-platform": '"Linux"',
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
};
const navigating = {
  "Upgrade-Insecure-Requests": "1",
  Accept: browser.accept,
  "Sec-Fetch-Site": "none",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-User": "?1",
  "Sec-Fetch-Dest": "document",
};
const asking = { Accept: "*/*", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors" };
const everywhere = {
  "Accept-Encoding": browser["accept-encoding"],
  "Accept-Language": browser["accept-language"],
};

/** What a browser asks of a server that shows the notice: the page, the script that it names, and one poll. */
export async function findExchanges(url: string): Promise<VisitorExchanges> {
  const { status } = await askSettled(url, browser);
  const { body } = await ask(url, { ...browser, "accept-encoding": "identity" });
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(body.toString()) ?? [];
  if (status !== 503 || script === undefined) throw new Error(`${url} did not send the page`);
  const { etag } = (await ask(url + noticePath, {})).message.headers;
  const known = etag === undefined ? {} : { "If-None-Match": etag };
  const { host } = new URL(url);
  const request = (path: string, headers: Record<string, string>): string => {
    const all = { Host: host, ...always, ...headers, ...everywhere };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  };
  return {
    page: { request: request("/", navigating), status },
    script: { request: request(script, { ...asking, "Sec-Fetch-Dest": "script" }), status: 200 },
    poll: {
      request: request(noticePath, { ...known, ...asking, "Sec-Fetch-Dest": "empty" }),
      status: etag === undefined ? 200 : 304,
    },
  };
}
