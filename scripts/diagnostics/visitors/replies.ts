import { ok, warning } from "../../../data/diagnostic.ts";
import { marker } from "../../../schema/notice/protocol.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import type { Ask, NoReply, SeenReply } from "./asking/ask.ts";
import {
  hasMarker,
  header,
  isExported,
  isOurs,
  isReply,
  markedVersion,
  problemOf,
} from "./asking/recognize.ts";
import { requests } from "./asking/sent.ts";
import { inWords, type SeenResult, type SymptomName, symptoms, wrong } from "./symptoms.ts";

/** The replies with the notice, by request. */
export type Notices = Record<string, SeenReply>;

/** Requests the notice in the ways of different clients. Returns the faults, and the replies with the notice. */
export async function checkRequests(
  ask: Ask,
  path: string,
  page: SeenReply,
): Promise<{ results: SeenResult[]; notices: Notices }> {
  const [head, preflight] = [await ask(requests.head(path)), await ask(requests.preflight(path))];
  const json = await ask(requests.json(path));
  const other = header(page, "Content-Language")?.startsWith("de") ? "fr" : "de";
  const language = await ask(requests.language(path, other));
  const asked = { GET: page, HEAD: head, JSON: json, [other]: language };
  const notices = Object.entries(asked).filter(
    (entry): entry is [string, SeenReply] =>
      isReply(entry[1]) && (isOurs(entry[1]) || (entry[0] === "HEAD" && entry[1].status === page.status)),
  );
  return {
    results: [
      checkHead(head, page),
      checkPreflight(preflight),
      checkJson(json),
      checkLanguage(language, other),
    ],
    notices: Object.fromEntries(notices),
  };
}

function checkHead(head: SeenReply | NoReply, page: SeenReply): SeenResult {
  const isLikeGet =
    isReply(head) && head.status === page.status && header(head, marker) === header(page, marker);
  return isLikeGet
    ? ok("HEAD", `${head.status}, as GET`)
    : wrong("head", `${inWords(head)}; GET: ${inWords(page)}`);
}

function checkPreflight(preflight: SeenReply | NoReply): SeenResult {
  if (!isReply(preflight)) return wrong("preflight", inWords(preflight));
  const { status } = preflight;
  const methods = header(preflight, "Access-Control-Allow-Methods");
  const isAllowed = status >= 200 && status < 300 && /(?:^|[ ,])(?:PUT|\*)(?:[ ,]|$)/.test(methods ?? "");
  if (isAllowed && hasMarker(preflight)) return ok("preflight", `${status}, allowed`);
  const seen = isAllowed ? `${status}, without the marker` : inWords(preflight);
  return wrong("preflight", seen);
}

function checkJson(json: SeenReply | NoReply): SeenResult {
  return isReply(json) && problemOf(json) ? ok("JSON", "the problem detail") : wrong("format", inWords(json));
}

function checkLanguage(language: SeenReply | NoReply, asked: string): SeenResult {
  const got = isReply(language) ? header(language, "Content-Language") : undefined;
  return got !== undefined && new RegExp(`^${asked}\\b`).test(got)
    ? ok("language", `${asked} when asked for`)
    : wrong("language", `asked for ${asked}: ${inWords(language)}, ${showValue(got)}`);
}

/** Only a warning: the app's visitors get the same 413 for such an upload. */
const tooLarge =
  "413: the proxy itself refuses large uploads (nginx over 1 MB by default). Visitors who send one get this 413, not the notice: raise its limit (nginx: client_max_body_size) if your app takes larger ones";

/** POSTs a small and a large body to the path where Backsoon answers. Also returns the replies with the notice. */
export async function checkPosts(
  ask: Ask,
  path: string,
): Promise<{ results: SeenResult[]; notices: Notices }> {
  const results: SeenResult[] = [];
  const notices: Notices = {};
  const posts = { "POST of 1 KB": requests.small(path), "POST of 3 MB": requests.large(path) };
  for (const [subject, sent] of Object.entries(posts)) {
    const reply = await ask(sent);
    const symptom = subject === "POST of 3 MB" ? "upload" : "post";
    if (isReply(reply) && isOurs(reply)) {
      // If a proxy turns every request into GET, the document comes back.
      const isDocument = reply.status === 200 && header(reply, "Content-Type") === "application/json";
      if (!isDocument) notices[subject] = reply;
      results.push(
        ok(subject, isDocument ? "the reply to GET, because the proxy turns POST into GET" : "the notice"),
      );
    } else if (symptom === "upload" && isReply(reply) && reply.status === 413) {
      results.push(warning(subject, tooLarge));
    } else {
      results.push(wrong(symptom, inWords(reply)));
    }
  }
  return { results, notices };
}

/** Checks the status and headers that every notice must keep on its way; no lines without a notice. */
export function checkHeaders(notices: Notices): SeenResult[] {
  const entries = Object.entries(notices);
  if (entries.length === 0) return [];
  return kept.map(({ symptom, isKept, seen }) => {
    const without = entries.filter(([, reply]) => !isKept(reply));
    const [first] = without;
    if (!first) return ok(symptoms[symptom].subject, inReplies(entries.map(([, reply]) => seen(reply))));
    return wrong(symptom, `${without.map(([name]) => name).join(", ")}: ${seen(first[1])}`);
  });
}

/** The distinct values in several replies. */
function inReplies(seen: string[]): string {
  return `${[...new Set(seen)].join(", ")} in ${seen.length === 1 ? "one reply" : `${seen.length} replies`}`;
}

interface Kept {
  symptom: SymptomName;
  isKept(reply: SeenReply): boolean;
  seen(reply: SeenReply): string;
}

const seenHeader = (name: string) => (reply: SeenReply) => showValue(header(reply, name) ?? "none");

const kept: Kept[] = [
  { symptom: "status", isKept: ({ status }) => status === 503, seen: ({ status }) => String(status) },
  {
    symptom: "retryAfter",
    isKept: (reply) => /^[1-9]\d{0,8}$/.test(header(reply, "Retry-After") ?? ""),
    seen: seenHeader("Retry-After"),
  },
  {
    symptom: "noStore",
    isKept: (reply) => /(?:^|,)\s*no-store\s*(?:,|$)/i.test(header(reply, "Cache-Control") ?? ""),
    seen: seenHeader("Cache-Control"),
  },
  {
    symptom: "marker",
    isKept: (reply) => markedVersion(reply) !== undefined || isExported(reply),
    seen: seenHeader(marker),
  },
];
