import type { StaffSecrets } from "../../../api/proxies/proxy.ts";
import { ok } from "../../../data/diagnostic.ts";
import { staffCookie, staffPath } from "../../../schema/notice/protocol.ts";
import type { Ask, NoReply, SeenReply } from "./asking/ask.ts";
import { header, isOurs, isReply } from "./asking/recognize.ts";
import { inWords, type SeenResult, wrong } from "./symptoms.ts";

/** Opens the staff link and sends its cookie, then wrong links and cookies, which must not lead to the app. */
export async function checkStaff(ask: Ask, path: string, secrets: StaffSecrets): Promise<SeenResult[]> {
  const link = await ask({ path: `${staffPath}${secrets.link}` });
  const faults = faultsOfLink(link, secrets);
  const byCookie = (value: string) => ask({ path, headers: { Cookie: `${staffCookie}=${value}` } });
  const inside = await byCookie(secrets.cookie);
  const isApp = (reply: SeenReply | NoReply) => isReply(reply) && reply.status < 500 && !isNotice(reply);
  const wrongOnes = (secret: string) => [secret.toUpperCase(), `x${secret}x`, ""];
  const outside = [];
  for (const value of wrongOnes(secrets.cookie)) outside.push(await byCookie(value));
  // A wrong link may lead to the app where only a part is switched, but without the cookie.
  const setsCookie = (reply: SeenReply | NoReply) =>
    isReply(reply) && reply.headers["set-cookie"]?.some((each) => each.includes(secrets.cookie));
  const opened = [];
  for (const value of wrongOnes(secrets.link)) opened.push(await ask({ path: `${staffPath}${value}` }));
  const past = outside.find(isApp) ?? opened.find(setsCookie);
  return [
    faults.length === 0
      ? ok("staff link", "sets the cookie, and leads to /")
      : wrong("staffLink", faults.join(", ")),
    isApp(inside)
      ? ok("staff cookie", `leads to the app: ${inWords(inside)}`)
      : wrong("staffCookie", whoAnswers(inside)),
    past === undefined
      ? ok("staff secrets", "wrong ones lead to the notice")
      : wrong("staffWrong", inWords(past)),
  ];
}

function isNotice(reply: SeenReply | NoReply): boolean {
  return isReply(reply) && isOurs(reply);
}

function whoAnswers(reply: SeenReply | NoReply): string {
  return isNotice(reply) ? "the notice" : inWords(reply);
}

/** The faults of the reply to the link. They contain no secret. */
function faultsOfLink(link: SeenReply | NoReply, { cookie: secret }: StaffSecrets): string[] {
  if (!isReply(link) || link.status !== 303) return [whoAnswers(link)];
  const cookie = (link.headers["set-cookie"] ?? []).find((each) => each.startsWith(`${staffCookie}=`)) ?? "";
  const attributes = cookie.split(";").map((part) => part.trim());
  const has = (attribute: RegExp) => attributes.some((each) => attribute.test(each));
  const location = header(link, "Location") ?? "";
  const checks: [string, boolean][] = [
    ["its Location is not /", /^(?:https?:\/\/[^/]+)?\/$/.test(location)],
    ["no Cache-Control: no-store", /\bno-store\b/i.test(header(link, "Cache-Control") ?? "")],
    ["no Referrer-Policy: no-referrer", header(link, "Referrer-Policy")?.toLowerCase() === "no-referrer"],
    ["no cookie with its secret", attributes[0] === `${staffCookie}=${secret}`],
    ["no HttpOnly in the cookie", has(/^HttpOnly$/i)],
    ["no Secure in the cookie", has(/^Secure$/i)],
    ["no SameSite=Lax in the cookie", has(/^SameSite=(?:Lax|Strict)$/i)],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([fault]) => fault);
}
