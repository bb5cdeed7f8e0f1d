import { setTimeout as pause } from "node:timers/promises";
import { type DiagnosticResult, failure, ok, warning } from "../../../data/diagnostic.ts";
import { shownIn } from "../../../data/predecessor.ts";
import { deadlineIn, inTime } from "../../../data/time/deadline.ts";
import { isNoticeError, messageFor, NoticeError } from "../../../schema/errors/notice-error.ts";
import { nameBySum } from "../../../schema/notice/entity-tag.ts";
import { marker } from "../../../schema/notice/protocol.ts";
import { sha256, sumOf } from "../../../schema/notice/sum.ts";
import { isLoopback } from "../../../schema/validation/loopback.ts";
import { readStaffSecrets } from "../../bypass/secrets.ts";
import type { Context } from "../../terminal/context.ts";
import { directAddress } from "../../terminal/direct-address.ts";
import { targetOf } from "../../terminal/publish.ts";
import { usage } from "../../words/usage.ts";
import { createAsk, header, inWords, type SeenReply } from "./ask.ts";
import { isDocument, isOurs, type Replies, type Row, type SymptomName, symptoms } from "./symptoms.ts";

/** A result of the check from outside; for a failure, its likely cause, and the section with every cause and fix. */
export interface SeenResult extends DiagnosticResult {
  symptom?: SymptomName;
  cause?: string;
  more?: string;
}

type Needed = Pick<
  Context,
  "backend" | "commandName" | "installation" | "pathOf" | "printError" | "readSettings"
>;
type Again = () => Promise<SeenReply>;
type Options = Partial<Record<"staffFile" | "resolve", string | undefined>>;

/** The time for the whole check, in ms: the requests, and a store or file that does not respond. */
const wholeMs = 100_000;

/**
 * Requests a URL as visitors do, through everything in front of the app, and reports faults in what they see. If the
 * app answered (`isAppSeen`), the notice could not be checked.
 * @throws NoticeError CHECK_LATE; FILE_UNREADABLE; USAGE if secrets would be sent unencrypted
 */
export function checkFrom(context: Needed, url: URL, options: Options = {}, ms = wholeMs) {
  const late = () => new NoticeError("CHECK_LATE", { seconds: ms / 1000 });
  return inTime(lookFrom(context, url, options), deadlineIn(ms), late);
}

async function lookFrom(context: Needed, url: URL, { staffFile, resolve }: Options) {
  const { origin, pathname, search, protocol, hostname, host } = url;
  const path = `${pathname}${search}`;
  if (staffFile !== undefined && protocol !== "https:" && !isLoopback(hostname))
    throw usage(
      `--staff-file would send the secrets to ${origin} unencrypted: give a URL that begins with https://.`,
    );
  const secrets = staffFile === undefined ? undefined : await readStaffSecrets(context.pathOf(staffFile));
  context.printError(`Asks ${origin} as a visitor does, without cookies, and follows no redirect:
  GET ${path}, and /backsoon-notice behind it. Only if Backsoon answers one of them, also
  HEAD, OPTIONS, GET for JSON, for another language, of its script and once more,
  POST of 1 KB and of 3 MB to /backsoon-notice${secrets ? ", the staff link, and GET with the staff cookie" : ""}.`);

  const ask = createAsk(origin, undefined, { resolve });
  const untried = warning("staff", "not tried, because this URL does not show the notice");
  const end = (all: SeenResult[], isAppSeen = false) => ({
    results: secrets ? [...all, untried] : all,
    isAppSeen,
  });
  const page = await ask({ path });
  if (page.status === 0) return end([wrong("unreachable", inWords(page))]);
  const document = await ask(symptoms.document.ask(path));
  const asked = `${inWords(page)}; asked from ${page.from} at ${page.at}`;
  const isSeen = isOurs(page);
  if (!isSeen && header(document, marker) === "") {
    const isHaproxys = page.body.includes("No server is available to handle this request");
    if (page.status >= 500) return end([wrong(isHaproxys ? "unavailable" : "replaced", asked)]);
    const unseen = `the app answered, so the notice could not be checked (${asked})`;
    return end([warning("visitors", unseen)], true);
  }

  const replies: Replies = { GET: page, document };
  const rows = Object.entries(symptoms) as [SymptomName, Row][];
  for (const [name, row] of rows) {
    const sent = isSeen || name.startsWith("POST") ? row.ask?.(path, replies, secrets) : undefined;
    // By then a new reply has another `Date`, which has only seconds, and which servers keep for one.
    if (sent && name === "kept") await pause(2100);
    if (sent) replies[name] ??= await ask(sent);
  }
  const results: SeenResult[] = rows.flatMap(([name, row]) => {
    const reply = row.ask ? replies[name] : page;
    const verdict = reply && row.judge?.(reply, replies, secrets);
    if (!reply || verdict === undefined) return [];
    if (verdict === true) return [ok(name, inWords(reply))];
    if (typeof verdict !== "object") return [wrong(name, verdict || inWords(reply))];
    return "ok" in verdict ? [ok(name, verdict.ok)] : [warning(name, verdict.warning)];
  });
  if (isDocument(document))
    results.push(await compare(context, document, () => ask(symptoms.document.ask(path))));
  if (!isSeen) return end([wrong(page.status >= 500 ? "replaced" : "partly", asked), ...results]);
  const direct = `the notice, but from Backsoon itself (${asked}): to check the proxy, give the URL that visitors open`;
  const isDirect = [host, page.at].includes(directAddress(context) ?? "");
  const first = isDirect ? warning("visitors", direct) : ok("visitors", `the notice (${asked})`);
  return { results: [first, ...results], isAppSeen: false };
}

/** Compares the document that open pages get with the store's. It may have been changed meanwhile: then asks again. */
async function compare(context: Needed, document: SeenReply, again?: Again): Promise<SeenResult> {
  try {
    const seen = nameBySum(Number(header(document, marker)), sha256(document.body.toString()));
    const { number, notice } = await shownIn(targetOf(context));
    const stored = nameBySum(number, sumOf(notice));
    if (seen === stored) return ok("store", `revision ${stored}, too`);
    if (again) return compare(context, await again());
    return wrong("store", `revision ${seen}, and ${stored} in the store`);
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return ok("store", "not compared: this machine has no store");
    return warning("store", `could not be compared: ${messageFor(error, context.commandName)}`);
  }
}

function wrong(name: SymptomName, seen: string): SeenResult {
  const { subject = name, says }: Row = symptoms[name];
  const [symptom, cause = ""] = says.split(" | ");
  const more = `docs/troubleshooting.md#${subject.toLowerCase().replace(/\W+/g, "-")}`;
  return { ...failure(subject, `${symptom} (${seen})`), symptom: name, cause, more };
}
