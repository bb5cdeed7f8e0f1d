/** What a browser asks its user for by itself, in a dialog. */
const dialogs = /basic|digest|negotiate|ntlm/i;

/** Whether the browser would open its login dialog over the page, had this been asked for with credentials. */
export function opensDialog({ status, headers }: Response): boolean {
  return status === 401 && dialogs.test(`${headers.get("WWW-Authenticate")}`);
}
