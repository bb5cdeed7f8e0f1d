import type { Multipart } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { maxDocumentBytes } from "../../../schema/json/json.ts";

/** The name of the form's only field. */
const name = "preview";
const limits = { parts: 1, fields: 1, files: 0, fieldSize: maxDocumentBytes };

/**
 * The text in a form that the editor's page sends into a frame.
 * @throws NoticeError REQUEST_INVALID, DOCUMENT_TOO_LARGE
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
export async function readForm(request: FastifyRequest): Promise<Buffer> {
  const field = await readField(request).catch(() => undefined);
  if (field?.type !== "field" || field.fieldname !== name || typeof field.value !== "string") {
    const reason = `A form for a preview has one field, "${name}": send it with the request as JSON text.`;
    throw new NoticeError("REQUEST_INVALID", { reason });
  }
  if (field.valueTruncated) throw new NoticeError("DOCUMENT_TOO_LARGE", {});
  return Buffer.from(field.value);
}

/** The only part of the form, which is read to its end: a second one is too many. */
async function readField(request: FastifyRequest): Promise<Multipart | undefined> {
  let field: Multipart | undefined;
  for await (const part of request.parts({ limits })) field = part;
  return field;
}
