import { ok, warning } from "../../../data/diagnostic.ts";
import { type Deadline, deadlineIn, inTime } from "../../../data/time/deadline.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { isLoopback } from "../../../schema/validation/loopback.ts";
import { readStaffSecrets } from "../../bypass/secrets.ts";
import type { Context } from "../../terminal/context.ts";
import { directAddress } from "../../terminal/direct-address.ts";
import { usage } from "../../words/usage.ts";
import { allRequestsMs, createAsk, type SeenReply } from "./asking/ask.ts";
import { hasMarker, isOurs, isReply } from "./asking/recognize.ts";
import { announce, requests } from "./asking/sent.ts";
import { checkDocument } from "./document.ts";
import { checkKept } from "./kept.ts";
import { checkPage, checkScript, type Direct } from "./page.ts";
import { checkHeaders, checkPosts, checkRequests } from "./replies.ts";
import { checkStaff } from "./staff.ts";
import { inWords, type SeenResult, wrong } from "./symptoms.ts";

/** The results of the check. If the app answered, the notice could not be checked. */
export interface SeenByVisitors {
  results: SeenResult[];
  isAppSeen: boolean;
}

type Surrounding = Pick<
  Context,
  "backend" | "commandName" | "installation" | "pathOf" | "printError" | "readSettings"
>;

/** The time for the whole check, in ms: the requests, and a store or file that does not respond. */
const wholeMs = 100_000;

/**
 * Requests a URL as visitors do, through everything in front of the app, and reports faults in what they see.
 * @throws NoticeError CHECK_LATE; FILE_UNREADABLE; USAGE if secrets would be sent unencrypted
 */
export function checkFrom(
  context: Surrounding,
  url: URL,
  options: { staffFile?: string | undefined; resolve?: string | undefined } = {},
  ms = wholeMs,
): Promise<SeenByVisitors> {
  const late = () => new NoticeError("CHECK_LATE", { seconds: ms / 1000 });
  return inTime(lookFrom(context, url, options), deadlineIn(ms), late);
}

async function lookFrom(
  context: Surrounding,
  url: URL,
  { staffFile, resolve }: { staffFile?: string | undefined; resolve?: string | undefined },
): Promise<SeenByVisitors> {
  const { origin, pathname, search, protocol, hostname } = url;
  const path = `${pathname}${search}`;
  if (staffFile !== undefined && protocol !== "https:" && !isLoopback(hostname))
    throw usage(
      `--staff-file would send the secrets to ${origin} unencrypted: give a URL that begins with https://.`,
    );
  const secrets = staffFile === undefined ? undefined : await readStaffSecrets(context.pathOf(staffFile));
  const address = directAddress(context);
  const direct = address === undefined ? undefined : `http://${address}`;
  for (const line of announce({ origin, path, direct, staffFile })) context.printError(line);

  const deadline = deadlineIn(allRequestsMs);
  const ask = createAsk(origin, deadline, { resolve });
  const withoutNotice = (results: SeenResult[], isAppSeen = false): SeenByVisitors => ({
    results: secrets === undefined ? results : [...results, untried],
    isAppSeen,
  });
  const askedAtMs = performance.now();
  const page = await ask(requests.page(path));
  if (!isReply(page)) return withoutNotice([wrong("unreachable", inWords(page))]);
  const document = await ask(requests.document(path));
  const isDocumentOurs = isReply(document) && hasMarker(document);
  const asked = `${inWords(page)}; asked from ${page.from} at ${page.at}`;
  const posts = isDocumentOurs ? await checkPosts(ask, path) : { results: [], notices: {} };

  if (!isOurs(page)) {
    if (!isDocumentOurs) {
      return page.status >= 500
        ? withoutNotice([wrong(isHaproxys(page) ? "unavailable" : "replaced", asked)])
        : withoutNotice([unseen(asked)], true);
    }
    const symptom = page.status >= 500 ? "replaced" : "partly";
    return withoutNotice([
      wrong(symptom, asked),
      ...(await checkDocument(document, ask, path, context)),
      ...posts.results,
      ...checkHeaders(posts.notices),
    ]);
  }

  const here = await findDirect(address, path, url.host, deadline);
  const others = await checkRequests(ask, path, page);
  const results = [
    address !== undefined && [url.host, page.at].includes(address)
      ? unproxied(asked)
      : ok("visitors", `the notice (${asked})`),
    ...checkHeaders({ ...others.notices, ...posts.notices }),
    ...others.results,
    // Before `checkDocument`, which makes root the store's owner, who may not be able to read the installation.
    await checkScript(ask, page, here, context.installation.webBuild),
    ...(await checkPage(ask, path, page, here)),
    ...(await checkDocument(document, ask, path, context)),
    ...posts.results,
    ...(secrets === undefined ? [] : await checkStaff(ask, path, secrets)),
    await checkKept(ask, path, page, askedAtMs),
  ];
  return { results, isAppSeen: false };
}

/** Whether a reply is what HAProxy itself says when it finds no server. */
function isHaproxys({ status, body }: SeenReply): boolean {
  return status === 503 && body.includes("No server is available to handle this request");
}

/** Neither ok nor a failure. */
function unseen(asked: string): SeenResult {
  return warning("visitors", `the app answered, so the notice could not be checked (${asked})`);
}

/** The address of Backsoon itself says nothing about the proxy. */
function unproxied(asked: string): SeenResult {
  return warning(
    "visitors",
    `the notice, but from Backsoon itself (${asked}): to check the proxy, give the URL that visitors open`,
  );
}

const untried = warning("staff", "not tried, because this URL does not show the notice");

/** Backsoon on this machine, and its page for the same host. */
async function findDirect(
  address: string | undefined,
  path: string,
  host: string,
  deadline: Deadline,
): Promise<Direct> {
  if (address === undefined) return { address: "no address of this machine" };
  const ask = createAsk(`http://${address}`, deadline);
  const toHost = { Host: host };
  const reply = await ask({ ...requests.page(path), headers: toHost });
  const page: SeenReply | undefined = isReply(reply) && isOurs(reply) && !reply.bodyFault ? reply : undefined;
  return { ask: (sent) => ask({ ...sent, headers: { ...sent.headers, ...toHost } }), address, page };
}
