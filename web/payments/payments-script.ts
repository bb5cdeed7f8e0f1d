/** The payments script: it is in the page only while payments are on, and costs nothing while they are off. */
export interface PaymentsScript {
  path: string;
  key: string;
}

/** The id of the script element, whose `data-key` passes the key to the script. */
export const paymentsScriptId = "payments";

/** The element that loads the script; it does not delay anything visible. */
export function paymentsElement({ path, key }: PaymentsScript): string {
  return `<script type="module" async src="${path}" id="${paymentsScriptId}" data-key="${key}"></script>`;
}
