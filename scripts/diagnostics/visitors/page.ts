import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ok, warning } from "../../../data/diagnostic.ts";
import type { Ask, NoReply, SeenReply } from "./asking/ask.ts";
import { header, isExported, isReply, markedVersion, scriptOf } from "./asking/recognize.ts";
import { requests } from "./asking/sent.ts";
import { inWords, type SeenResult, wrong } from "./symptoms.ts";

/** Backsoon on this machine: how to ask it, and its address. */
export interface Direct {
  ask?: Ask;
  address: string;
  /** The page as Backsoon sends it there; undefined if it does not answer. */
  page?: SeenReply | undefined;
}

/** Compares the page with the one that Backsoon sends here. Also checks it against its own policy. */
export async function checkPage(
  ask: Ask,
  path: string,
  page: SeenReply,
  { address, page: sent }: Direct,
): Promise<SeenResult[]> {
  if (page.bodyFault !== undefined) return [wrong("body", inWords(page))];
  const policy = checkPolicy(page);
  if (isExported(page) && scriptOf(page) !== undefined)
    return [ok("page", "of an export, so not compared"), policy];
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

/** A page without its polling interval, which is longer in a module for an edge. */
const textOf = ({ body }: SeenReply): string => body.toString().replace(/"pollSeconds":\d+/, "");

function notCompared(address: string): SeenResult {
  const fix = "if Backsoon runs on this machine, set `HOST` and `PORT` in `.env` to its address";
  return warning("page", `not compared, because Backsoon does not answer at ${address}: ${fix}`);
}

/** Whether each policy allows the page's inline styles. A proxy may have added a policy, and browsers obey all. */
function checkPolicy(page: SeenReply): SeenResult {
  const html = page.body.toString();
  // The page of an export has most of its policy in itself.
  const inPage = isExported(page) ? (policyInPage.exec(html)?.[1] ?? "") : undefined;
  const inHeader = header(page, "Content-Security-Policy");
  if (inHeader === undefined) return wrong("policy", "none");
  const sent = inPage === undefined ? inHeader : `${inHeader},${inPage}`;
  const policies = sent.split(",");
  const styles = stylesIn(html);
  const refused = styles.filter(
    (style) => !sent.includes(hashOf(style)) || !policies.every((policy) => allows(policy, hashOf(style))),
  );
  return refused.length === 0
    ? ok("policy", `allows the page's ${styles.length === 1 ? "style" : `${styles.length} styles`}`)
    : wrong("policy", `it allows ${styles.length - refused.length} of ${styles.length}`);
}

const policyInPage = /<meta http-equiv="Content-Security-Policy" content="([^"<>]*)">/;

/** A policy without a rule for styles allows them all. */
function allows(policy: string, hash: string): boolean {
  const rules = policy.split(";").map((rule) => rule.trim().split(/\s+/));
  const named = ["style-src-elem", "style-src", "default-src"].map((name) =>
    rules.find(([first]) => first === name),
  );
  const rule = named.find((found) => found !== undefined);
  return rule === undefined || rule.includes(hash) || rule.includes("'unsafe-inline'");
}

/** The inline styles of a page. Only the part up to the last end tag is searched, or each start tag would scan to the end. */
function stylesIn(html: string): string[] {
  const end = "</style>";
  const closed = html.slice(0, html.lastIndexOf(end) + end.length);
  return [...closed.matchAll(/<style[^<>]*>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
}

/** The policy's source for an inline style. @see https://www.w3.org/TR/CSP3/#hash-source */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * Loads the page's script, and compares it with this machine's build, else with what Backsoon sends here. The hash in
 * its name cannot be compared, because it is of the code before the bundler's last step.
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
