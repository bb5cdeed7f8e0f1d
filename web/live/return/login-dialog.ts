/** The schemes for which a browser opens a dialog of its own. */
const dialogs = /basic|digest|negotiate|ntlm/i;

/** Whether the browser would open its login dialog over the page if this was asked for with credentials. */
export function opensDialog({ status, headers }: Response): boolean {
  return status === 401 && dialogs.test(`${headers.get("WWW-Authenticate")}`);
}
