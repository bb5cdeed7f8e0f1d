/** Moves the focus to the first element that a selector finds, once what has just changed is drawn. */
export function focusOn(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}

/** Moves the focus to the field at a pointer. */
export function focusField(pointer: string): void {
  focusOn(`[data-pointer="${CSS.escape(pointer)}"]`);
}
