import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { fileFault } from "../../../schema/errors/file-fault.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { staffKey } from "../../../schema/notice/protocol.ts";
import type { Context } from "../../terminal/context.ts";
import type { Ask, NoReply, SeenReply } from "./asking/ask.ts";
import { header, isOurs, isReply } from "./asking/recognize.ts";
import { inWords, right, type SeenResult, wrong } from "./symptoms/result.ts";

/** What can be a cookie's value and stand in a URL as it is. */
const allowed = /^[\w.~-]{1,256}$/;

/** Reads the secret for staff, which is never printed. @throws NoticeError USAGE, FOLDER_DELETED */
export async function readStaffSecret(file: string, { pathOf }: Pick<Context, "pathOf">): Promise<string> {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new NoticeError("USAGE", { reason: `--staff-file ${file} ${reason}` }, { cause });
  };
  const path = pathOf(file);
  // Whatever the file is, no more of it is read than is needed to see that it is too long.
  const content = await text(createReadStream(path, { end: 1024 })).catch((error) =>
    refuse(`cannot be read (${fileFault(error)}): give the path of a file that you may read.`, error),
  );
  const secret = content.trim();
  return allowed.test(secret)
    ? secret
    : refuse(
        `must hold the secret alone, which is 1 to 256 letters, digits or any of . _ ~ - in the link after ${staffKey}=.`,
      );
}

/** Follows the link for staff and sends its cookie, then wrong ones, which must not lead to the app. */
export async function checkStaff(ask: Ask, path: string, secret: string): Promise<SeenResult[]> {
  const byLink = (value: string) =>
    ask({ path: `${path}${path.includes("?") ? "&" : "?"}${staffKey}=${value}` });
  const link = await byLink(secret);
  const faults = faultsOfLink(link, path, secret);
  const byCookie = (value: string) => ask({ path, headers: { Cookie: `${staffKey}=${value}` } });
  const inside = await byCookie(secret);
  const outside = [];
  for (const wrongOne of [inOtherCase(secret), `x${secret}x`])
    outside.push(await byCookie(wrongOne), await byLink(wrongOne));
  const isApp = (reply: SeenReply | NoReply) => isReply(reply) && reply.status < 500 && !isNotice(reply);
  // A link that takes anything is answered with the secret, in a cookie.
  const past = outside.find(isApp);
  const lines =
    isNotice(link) && isNotice(inside)
      ? [wrong("bypass", inWords(inside), inside)]
      : [
          faults.length === 0
            ? right("bypass link", "sets the cookie, and leads to the same URL without the secret")
            : wrong("bypassLink", faults.join(", "), link),
          isApp(inside)
            ? right("bypass cookie", `leads to the app: ${inWords(inside)}`)
            : wrong("bypassCookie", whoAnswers(inside), inside),
        ];
  return [
    ...lines,
    past === undefined
      ? right("bypass secret", "wrong ones lead to the notice")
      : wrong("bypassWrong", inWords(past), past),
  ];
}

function isNotice(reply: SeenReply | NoReply): boolean {
  return isReply(reply) && isOurs(reply);
}

function whoAnswers(reply: SeenReply | NoReply): string {
  return isNotice(reply) ? "the notice" : inWords(reply);
}

/** What is wrong with the reply to the link; nothing in it has the secret. */
function faultsOfLink(link: SeenReply | NoReply, path: string, secret: string): string[] {
  if (!isReply(link) || link.status !== 303) return [whoAnswers(link)];
  const cookie = (link.headers["set-cookie"] ?? []).find((each) => each.startsWith(`${staffKey}=`)) ?? "";
  const attributes = cookie.split(";").map((part) => part.trim());
  const has = (attribute: RegExp) => attributes.some((each) => attribute.test(each));
  const checks: [string, boolean][] = [
    ["its Location is not the same URL without the secret", leadsTo(link, path)],
    ["no Cache-Control: no-store", /\bno-store\b/i.test(header(link, "Cache-Control") ?? "")],
    ["no Referrer-Policy: no-referrer", header(link, "Referrer-Policy")?.toLowerCase() === "no-referrer"],
    ["no cookie with the secret", attributes[0] === `${staffKey}=${secret}`],
    ...[/^HttpOnly$/i, /^Secure$/i, /^SameSite=(?:Lax|Strict)$/i].map((attribute): [string, boolean] => [
      `no ${attribute.source.replace(/[^\w=|]|\?:/g, "")} in the cookie`,
      has(attribute),
    ]),
  ];
  return checks.filter(([, isRight]) => !isRight).map(([fault]) => fault);
}

function leadsTo(link: SeenReply, path: string): boolean {
  const location = header(link, "Location") ?? "";
  const base = "http://base.invalid";
  if (!URL.canParse(location, base)) return false;
  const { pathname, search } = new URL(location, base);
  // Some proxies leave the question mark of an empty query.
  return `${pathname}${search}` === path;
}

/** The secret in the other case, which a comparison without regard to case takes for the same. */
function inOtherCase(secret: string): string {
  const other = secret.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return other === secret ? `${secret}0` : other;
}
