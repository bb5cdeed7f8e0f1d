import { join } from "node:path";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { object } from "../../../schema/editor-api/parts.ts";
import { sessionKeyField } from "../../../schema/editor-api/session-key.ts";
import type { NoticeError } from "../../../schema/errors/notice-error.ts";
import { englishFormOf } from "../../../schema/languages/regional-english.ts";
import { lookUpTag } from "../../../schema/languages/tags.ts";
import { phaseOf } from "../../../schema/notice/expected-return.ts";
import { noticeShape } from "../../../schema/notice/notice.ts";
import { circumstances, momentOf, type PreviewRequest } from "../../../schema/preview/preview.ts";
import { readPreviewRequest } from "../../../schema/preview/read-preview-request.ts";
import { createRenderer, localeOf, type PageBrand, viewOf } from "../../../web/render.tsx";
import { assetRoutes, readBuild } from "../../http/assets.ts";
import { flat } from "../../http/reply.ts";
import { requireScope } from "../access.ts";
import { openToEverySite } from "../guard/requests.ts";
import { bodyOf, type Operation } from "../openapi/operations.ts";
import { page, problem } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";
import { adviceOn, detailOf, explainTo, sendAtOnce } from "../problem.ts";
import { faultHeaders, faultPage, previewHeaders } from "./headers.ts";
import { formType, readForms } from "./read-form.ts";

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
