import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ok, warning } from "../../../data/diagnostic.ts";
import type { Ask, NoReply, SeenReply } from "./asking/ask.ts";
import { header, isReply, markedVersion, scriptOf } from "./asking/recognize.ts";
import { requests } from "./asking/sent.ts";
import { inWords, type SeenResult, wrong } from "./symptoms.ts";

/** Backsoon on this machine: what asks it, and where it is. */
export interface Direct {
  ask?: Ask;
  address: string;
  /** The page as Backsoon sends it there; undefined where it does not answer. */
  page?: SeenReply | undefined;
}

/** Compares the page with the one that Backsoon sends, or else with itself: with what its policy allows. */
export async function checkPage(
  ask: Ask,
  path: string,
  page: SeenReply,
  { address, page: sent }: Direct,
): Promise<SeenResult[]> {
  if (page.bodyFault !== undefined) return [wrong("body", inWords(page))];
  const policy = checkPolicy(page);
  if (!sent) {
    return [
      scriptOf(page) === undefined ? wrong("body", "no script of ours in it") : notCompared(address),
      policy,
    ];
  }
  const number = markedVersion(sent)?.number;
  const isEqual = (reply: SeenReply | NoReply) => isReply(reply) && textOf(reply) === textOf(sent);
  // The notice may have been changed between the two requests.
  if (isEqual(page) || isEqual(await ask(requests.page(path))))
    return [ok("page", `equal to the one at ${address}`), policy];
  const seen = `${page.body.length} bytes; ${sent.body.length} bytes and revision ${number} at ${address}`;
  return [wrong("body", seen), policy];
}

/** A page, but for how often it polls: that of a module for an edge does so less often. */
const textOf = ({ body }: SeenReply): string => body.toString().replace(/"pollSeconds":\d+/, "");

function notCompared(address: string): SeenResult {
  const fix = "if Backsoon runs on this machine, set `HOST` and `PORT` in `.env` to its address";
  return warning("page", `not compared, because Backsoon does not answer at ${address}: ${fix}`);
}

/** Whether the page's policy allows each of the page's inline styles, as it does on the page that Backsoon sends. */
function checkPolicy(page: SeenReply): SeenResult {
  const policy = header(page, "Content-Security-Policy");
  if (policy === undefined) return wrong("policy", "none");
  const styles = stylesIn(page.body.toString());
  const refused = styles.filter((style) => !policy.includes(hashOf(style)));
  return refused.length === 0
    ? ok("policy", `allows the page's ${styles.length === 1 ? "style" : `${styles.length} styles`}`)
    : wrong("policy", `it allows ${styles.length - refused.length} of ${styles.length}`);
}

/** The inline styles of a page. Behind the last end there is none: otherwise each beginning would look for one. */
function stylesIn(html: string): string[] {
  const end = "</style>";
  const closed = html.slice(0, html.lastIndexOf(end) + end.length);
  return [...closed.matchAll(/<style[^<>]*>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
}

/** What allows an inline style. @see https://www.w3.org/TR/CSP3/#hash-source */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * Loads the script that the page names, and compares it: with this machine's build where that has one of this name,
 * else with what Backsoon sends here. The hash in its name is of what the bundler had before, so it cannot be compared.
 */
export async function checkScript(
  ask: Ask,
  page: SeenReply,
  direct: Direct,
  webBuild: string,
): Promise<SeenResult> {
  const subject = "script";
  const path = scriptOf(page);
  if (path === undefined) return wrong("script", "the page names none of ours");
  const reply = await ask({ path, headers: { Accept: "*/*" } });
  const isScript = isReply(reply) && /\bjavascript\b/.test(header(reply, "Content-Type") ?? "");
  if (!isScript || reply.status !== 200 || reply.bodyFault !== undefined || reply.body.length === 0)
    return wrong("script", `${path}: ${inWords(reply)}`);
  const file = join(webBuild, path);
  if (existsSync(file)) return compare(reply, readFileSync(file), `this machine's build has`);
  const sent: SeenReply | NoReply | undefined = direct.page && (await direct.ask?.({ path }));
  if (sent && isReply(sent) && sent.status === 200)
    return compare(reply, sent.body, `Backsoon sends at ${direct.address}`);
  return ok(subject, `${path}, ${reply.body.length} bytes (not compared: this machine has no build)`);
}

function compare(reply: SeenReply, own: Buffer, where: string): SeenResult {
  return reply.body.equals(own)
    ? ok("script", `${reply.body.length} bytes, what ${where}`)
    : wrong("script", `${reply.body.length} bytes; ${where} ${own.length} others`);
}
