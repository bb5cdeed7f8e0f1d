import type { ComponentProps } from "react";

/** A button that submits no form. */
export function Button(attributes: ComponentProps<"button">) {
  return <button type="button" {...attributes} />;
}

/** A button that looks like a link. */
export function PlainButton(attributes: ComponentProps<"button">) {
  return <Button className="plain" {...attributes} />;
}
