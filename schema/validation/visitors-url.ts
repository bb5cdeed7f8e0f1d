/** Reads an http or https URL; undefined for other text, and for a URL with a user name or password. */
export function readVisitorsUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" ? url : undefined;
}
