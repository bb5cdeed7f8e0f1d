import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance } from "fastify";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { openToEverySite } from "./guard/requests.ts";
import type { EditorParts } from "./parts.ts";
import { sendProblem } from "./problem.ts";

/** The editor's built files, with a route for each exact name; compressed ones are sent where there are any. */
export function pageFiles(app: FastifyInstance, { folder }: Pick<EditorParts, "folder">): void {
  void app.register(async (scope) => {
    openToEverySite(scope);
    readRanges(scope);
    scope.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      decorateReply: false,
      // Every reply already says `no-store`.
      cacheControl: false,
      // The preview has routes of its own.
      globIgnore: ["**/*.br", "**/*.gz", "preview/**"],
    });
  });
}

/** What the plugin throws for a range that it cannot send; the headers give the size of the file. */
type RangeFault = FastifyError & { headers?: Record<string, string> };

/**
 * Has a scope of files ignore a malformed `Range`, and refuse one that asks for what no file has: the plugin that sends
 * them does not tell these apart.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
function readRanges(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ headers }) => {
    if (headers.range !== undefined && !isByteRange(headers.range)) delete headers.range;
  });
  scope.setErrorHandler((cause: RangeFault, request, reply) => {
    if (cause.statusCode !== 416) throw cause;
    const { headers, routeOptions } = request;
    // A file that is shorter than the suffix that was asked for is sent as a whole.
    if (hasSuffix(headers.range ?? "")) {
      delete headers.range;
      return routeOptions.handler.call(scope, request, reply);
    }
    reply.headers(cause.headers ?? {});
    return sendProblem(request, reply, new NoticeError("RANGE_UNSATISFIABLE", {}, { cause }));
  });
}

function isByteRange(range: string): boolean {
  const [, set = ""] = /^bytes=(.*)$/.exec(range) ?? [];
  const members = set.split(",").map((member) => member.trim());
  return (
    members.some((member) => member !== "") && members.every((member) => member === "" || isPart(member))
  );
}

function isPart(member: string): boolean {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(member) ?? [];
  if (first === undefined) return /^-\d+$/.test(member);
  return last === "" || Number(first) <= Number(last);
}

/** Whether it has a suffix range, which asks for the last bytes; one of no bytes cannot be sent. */
function hasSuffix(range: string): boolean {
  return /[=,]\s*-0*[1-9]/.test(range);
}
