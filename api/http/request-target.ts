/** A request's target without scheme and authority. @see https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form */
export function originForm(target: string): string {
  if (target.startsWith("/") || !target.includes("://")) return target;
  return target.replace(/^[^:]*:\/\/[^/?#]*/, "") || "/";
}

/** The path of a target, without its query or fragment. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}
