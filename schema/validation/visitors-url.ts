/** A URL that visitors ask for; undefined unless the text is one over HTTP, without a user name and a password. */
export function readVisitorsUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" ? url : undefined;
}
