import { useEffect, useEffectEvent } from "react";

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
