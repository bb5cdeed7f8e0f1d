import { join } from "node:path";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { NoticeError } from "../../../schema/errors/notice-error.ts";
import { readPreviewRequest } from "../../../schema/preview/read-preview-request.ts";
import { readBuild } from "../../assets/build.ts";
import { assetRoutes } from "../../assets/routes.ts";
import { createHead } from "../../http/kept-head.ts";
import { flat } from "../../http/reply.ts";
import { requireScope } from "../access.ts";
import { openToEverySite } from "../guard/requests.ts";
import type { EditorParts } from "../parts.ts";
import { adviceOn, detailOf, explainTo, sendAtOnce } from "../problem.ts";
import { faultHeaders, faultPage } from "./fault-page.ts";
import { previewHeaders } from "./headers.ts";
import { formType, readForms } from "./read-form.ts";
import { createPreviewRenderer } from "./renderer.ts";

/**
 * Serves the page of a draft as visitors would get it, and the files that this page loads. The draft comes as JSON or,
 * as only forms fill frames, in a form: then errors are pages, too.
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
      // The page's origin is opaque, so that its own script comes from another origin.
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
    const checks = {
      // The session's key comes with the body, which is read only for those who have the cookie.
      onRequest: async (request: FastifyRequest) => {
        if (!(isForm(request) && request.isLocked)) await canRead(request);
      },
      preValidation: canRead,
    };
    scope.post("/preview", checks, async (request, reply) => {
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
  const headers = reply.headers(own).getHeaders();
  sendAtOnce(request, reply, {
    head: createHead(error.status, flat(headers as Record<string, string>)),
    body,
  });
}
