import { sessionKeyField } from "../../../schema/editor-api/session.ts";
import type { PreviewRequest } from "../../../schema/preview/preview-request.ts";

let count = 0;

/** Adds an empty frame to an element. Nothing in it reaches the editor, and until it is in sight nobody gets into it. */
export function addFrame(container: HTMLElement, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  count += 1;
  frame.name = `preview-${count}`;
  frame.title = title;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.inert = true;
  container.append(frame);
  return frame;
}

/** Asks for a page into a frame: by a form, as only so can a frame be given a draft. `key` is that of the session. */
export function fillFrame(
  { name }: HTMLIFrameElement,
  request: PreviewRequest,
  key: string | undefined,
): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/preview", enctype: "multipart/form-data", target: name });
  form.hidden = true;
  const fields = { preview: JSON.stringify(request), ...(key !== undefined && { [sessionKeyField]: key }) };
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("textarea"), { name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}
