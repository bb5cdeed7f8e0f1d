import type { FastifyInstance, FastifyRequest } from "fastify";
import { sessionKeyField } from "../../../schema/editor-api/session-key.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { parseJson } from "../../../schema/json/json.ts";

/** The type of a form that a browser sends into a frame. */
export const formType = "multipart/form-data";
/** The name of the field with the request as JSON text. */
const requestField = "preview";

/**
 * Also reads forms, within the limit of every body. One field has the JSON text; another may have the key of the sign-in.
 * @throws NoticeError REQUEST_INVALID, JSON_INVALID
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
export function readForms(app: FastifyInstance): void {
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
