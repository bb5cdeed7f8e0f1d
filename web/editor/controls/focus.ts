import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Moves the focus to the first element that a selector finds, after the next render; what folds it away opens. */
export function focusOn(selector: string): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    element?.closest("details")?.setAttribute("open", "");
    element?.focus();
  });
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

/** Whether a media query holds, now and whenever that changes. */
export function useMedia(query: string): boolean {
  const subscribe = (changed: () => void) => {
    const list = matchMedia(query);
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  };
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Calls the function, if there is one, when Ctrl+Enter or ⌘+Enter is pressed, wherever the focus is. */
export function useShortcut(pressed: (() => void) | undefined): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isMeant = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
    if (!isMeant || event.defaultPrevented || !pressed) return;
    event.preventDefault();
    pressed();
  });
  useEffect(() => {
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}
