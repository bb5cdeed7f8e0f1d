import type { FastifyInstance, FastifyRequest } from "fastify";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { parseJson } from "../../../schema/json/json.ts";

/** The type of a form that a browser sends into a frame. */
export const formType = "multipart/form-data";
/** The name of the form's only field. */
const name = "preview";

/**
 * Reads forms, beside JSON and within the limit of every body, as the JSON text in their only field.
 * @throws NoticeError REQUEST_INVALID, JSON_INVALID, MEDIA_TYPE_WRONG
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
export function readForms(app: FastifyInstance): void {
  const read = async ({ headers }: FastifyRequest, body: Buffer<ArrayBuffer>): Promise<unknown> => {
    const sent = new Response(body, { headers: { "Content-Type": headers["content-type"] ?? "" } });
    const form = await sent.formData().catch(() => new FormData());
    const [[found, text] = [], ...others] = form;
    if (found === name && typeof text === "string" && others.length === 0)
      return parseJson(Buffer.from(text));
    const reason = `A form for a preview has one field, "${name}": send it with the request as JSON text.`;
    throw new NoticeError("REQUEST_INVALID", { reason });
  };
  app.addContentTypeParser(formType, { parseAs: "buffer" }, read);
  app.addContentTypeParser("*", async () => {
    throw new NoticeError("MEDIA_TYPE_WRONG", { needed: `application/json or ${formType}` });
  });
}
