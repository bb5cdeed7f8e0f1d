/** Moves the focus to the first element that a selector finds, after the next render. */
export function focusOn(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}

/** If the element with the focus is gone, moves the focus to `opener`, else to the first field. */
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
