/** The script of the payments: it is in the page only where they are on, and costs nothing where they are not. */
export interface PaymentsScript {
  /** Its path on this service. */
  path: string;
  /** The publishable key, of letters, digits and underscores. */
  key: string;
}

/** The id of the element, whose `data-key` hands the key to the script. */
export const paymentsScriptId = "payments";

/** The element that brings the script to the page; it holds up nothing that is shown. */
export function paymentsElement({ path, key }: PaymentsScript): string {
  return `<script type="module" async src="${path}" id="${paymentsScriptId}" data-key="${key}"></script>`;
}
