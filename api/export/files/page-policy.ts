/** A template that says a policy, before anything that the policy is about. */
export function withPolicy(template: string, policy: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const placed = template.replace(/<meta charset="utf-8"[^>]*>/, (charset) => `${charset}\n    ${meta}`);
  if (placed === template) throw new Error("The template does not say its character set.");
  return placed;
}
