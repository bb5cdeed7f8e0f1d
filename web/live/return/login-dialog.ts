/** The authentication schemes for which browsers open their own dialog. */
const dialogs = /basic|digest|negotiate|ntlm/i;

/** Whether the same request with credentials would open the browser's login dialog. */
export function opensDialog({ status, headers }: Response): boolean {
  return status === 401 && dialogs.test(`${headers.get("WWW-Authenticate")}`);
}
