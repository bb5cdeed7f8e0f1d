/** Moves the focus to the first element that a selector finds, once what has just changed is drawn. */
export function focusOn(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}

/** Moves the focus, where it was lost with what had it, back to an element, or else to the first field. */
export function recoverFocus(opener?: Element | null): void {
  requestAnimationFrame(() => {
    for (const element of [opener, document.querySelector("[data-pointer]")])
      if (document.activeElement === document.body)
        (element as HTMLElement | null | undefined)?.focus({ preventScroll: true });
  });
}

/** Moves the focus to the field at a pointer. */
export function focusField(pointer: string): void {
  focusOn(`[data-pointer="${CSS.escape(pointer)}"]`);
}
