import { join } from "node:path";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { object } from "../../schema/editor-api/parts.ts";
import { sessionKeyField } from "../../schema/editor-api/session-key.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { englishFormOf } from "../../schema/languages/regional-english.ts";
import { lookUpTag } from "../../schema/languages/tags.ts";
import { phaseOf } from "../../schema/notice/expected-return.ts";
import { noticeShape } from "../../schema/notice/notice.ts";
import { circumstances, messageType, momentOf, type PreviewRequest } from "../../schema/preview/preview.ts";
import { readPreviewRequest } from "../../schema/preview/read-preview-request.ts";
import { createRenderer, escapeText, localeOf, type PageBrand, viewOf } from "../../web/render.tsx";
import { assetRoutes, readBuild } from "../http/assets.ts";
import { hashSource, styleSources } from "../http/policy-sources.ts";
import { flat } from "../http/reply.ts";
import { requireScope } from "./access.ts";
import { openToEverySite } from "./guard.ts";
import { bodyOf, type Operation, page, problem } from "./operations.ts";
import type { EditorParts } from "./parts.ts";
import { adviceOn, detailOf, explainTo, sendAtOnce } from "./problem.ts";

/** The type of a form that a browser sends into a frame. */
const formType = "multipart/form-data";
const requestField = "preview";

/**
 * Also reads forms, within the limit of every body. One field has the JSON text; another may have the key of the sign-in.
 * @throws NoticeError REQUEST_INVALID, JSON_INVALID
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
function readForms(app: FastifyInstance): void {
  const read = async (request: FastifyRequest, body: Buffer<ArrayBuffer>): Promise<unknown> => {
    const type = request.headers["content-type"] ?? "";
    const sent = new Response(body, { headers: { "Content-Type": type } });
    const form = await sent.formData().catch(() => new FormData());
    const [texts, keys] = [form.getAll(requestField), form.getAll(sessionKeyField)];
    const [text, key] = [...texts, ...keys];
    const isWhole = texts.length === 1 && keys.length <= 1 && [...form].length === texts.length + keys.length;
    if (!isWhole || typeof text !== "string" || (key !== undefined && typeof key !== "string")) {
      const reason = `A form for a preview has one field, "${requestField}", with the request as JSON text, and beside a cookie "${sessionKeyField}", with the key of the sign-in: send those alone.`;
      throw new NoticeError("REQUEST_INVALID", { reason });
    }
    if (key !== undefined) request.formKey = key;
    return parseJson(Buffer.from(text));
  };
  app.addContentTypeParser(formType, { parseAs: "buffer" }, read);
}

/** Tells the editor around the frame that there is no preview. */
const script =
  `const detail = document.querySelector("p").textContent;` +
  `parent.postMessage({ type: "${messageType}", event: "fault", detail }, location.origin);`;

const faultHeaders = frameHeaders(hashSource(script), "'none'");

/**
 * The headers of a page for the editor's frame. Its origin is opaque even outside the frame: it can read nothing of the
 * editor, send nothing and open nothing. No other site may frame it. `scripts` and `styles` are the sources that it may
 * use.
 * @see https://www.w3.org/TR/CSP3/
 */
function frameHeaders(scripts: string, styles: string): Record<string, string> {
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  };
}

/**
 * Makes the headers of a preview from the built page, before any text by ops is in it, and a brand's styles. The origin
 * is the address that the frame's request was sent to.
 */
function previewHeaders(template: string, brandStyles?: string): (origin: string) => Record<string, string> {
  const styles = styleSources(template, brandStyles);
  // In a sandboxed frame, WebKit takes `'self'` for the page's opaque origin, which has no script.
  // @see https://webkit.org/b/316847
  return (origin) => frameHeaders(`'self' ${origin}`, styles);
}

/** A page for the editor's frame that says in one sentence why there is no preview. */
function faultPage(sentence: string): Buffer {
  return Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>No preview</title>' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<meta name="color-scheme" content="light dark">' +
      `<p>${escapeText(sentence)}</p><script>${script}</script></html>`,
  );
}

const previewSchema = {
  title: "Preview",
  description: "A draft, and the circumstances in which it is shown",
  ...object(["notice"], { notice: noticeShape, ...circumstances }),
};
const formSchema = {
  type: "object",
  required: ["preview"],
  properties: {
    preview: { description: "the request as JSON text", type: "string" },
    [sessionKeyField]: { description: "the key of the sign-in, as a form has no headers", type: "string" },
  },
};
const preview: Operation = {
  operationId: "preview",
  summary: "The page of a draft, as visitors would get it",
  requestBody: {
    required: true,
    content: { ...bodyOf(previewSchema).content, ...bodyOf(formSchema, formType).content },
  },
  responses: {
    200: { description: "The page, for a sandboxed frame", content: page },
    // In a browser's frame, an error is a page.
    default: { ...problem, content: { ...problem.content, ...page } },
  },
};

/**
 * Serves the page of a draft as visitors would get it, and the files that this page loads. The draft comes as JSON or
 * in a form, as only forms fill frames. The errors of a form are pages.
 */
export function previewRoutes(
  app: FastifyInstance,
  { origin, folder, brand, now, report }: EditorParts,
): void {
  const { template, assets } = readBuild(join(folder, "preview"));
  const render = createPreviewRenderer(template, brand);
  const headersAt = previewHeaders(template, brand?.styles);
  const { protocol } = new URL(origin);

  void app.register(
    async (scope) => {
      // The page's origin is opaque, so even its own script counts as one from another origin.
      scope.addHook(
        "onSend",
        async (_request, reply) => void reply.header("Access-Control-Allow-Origin", "*"),
      );
      openToEverySite(scope);
      assetRoutes(scope, { assets });
    },
    { prefix: "/preview" },
  );
  void app.register(async (scope) => {
    readForms(scope);
    scope.setErrorHandler((cause: FastifyError, request, reply) => {
      if (!isForm(request)) throw cause;
      const error = explainTo(report, cause);
      sendFault(request, reply, error);
    });
    const canRead = requireScope("read");
    const options = {
      config: { openapi: preview },
      // The key comes in the body, which is read only if the cookie of the sign-in is there.
      onRequest: async (request: FastifyRequest) => {
        if (!(isForm(request) && request.isLocked)) await canRead(request);
      },
      preValidation: canRead,
    };
    scope.post("/preview", options, async (request, reply) => {
      const asked = readPreviewRequest(request.body);
      const headers = headersAt(`${protocol}//${request.headers.host}`);
      return reply.headers(headers).send(render(asked, now().getTime()));
    });
  });
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.startsWith(formType) === true;
}

function sendFault(request: FastifyRequest, reply: FastifyReply, error: NoticeError): void {
  const body = faultPage(detailOf(error, request.credential !== undefined));
  const own = { ...adviceOn(error), ...faultHeaders, "Content-Length": body.length };
  const headers = flat(reply.headers(own).getHeaders() as Record<string, string>);
  sendAtOnce(request, reply, { head: { status: error.status, headers }, body });
}

/** Renders drafts with the renderer of visitors' pages; `present` is the time in ms since the epoch. */
function createPreviewRenderer(template: string, brand: PageBrand | undefined) {
  return (request: PreviewRequest, present: number): string => {
    const { notice, language, phase, scheme, timeZone } = request;
    const now = momentOf(request, present);
    const [tag, formatting] = language === undefined ? [] : [lookUpTag(language), englishFormOf(language)];
    const locale = localeOf(tag, formatting, brand?.texts);
    const render = createRenderer(
      template,
      {
        now,
        isBack: phase === "back",
        languages: language === undefined ? [] : [language],
        ...(scheme && { scheme }),
        ...(timeZone !== undefined && { timeZone }),
      },
      { brand },
    );
    // A draft has no number yet.
    return render(viewOf(notice, { number: 0 }, locale, phaseOf(notice, now)));
  };
}
