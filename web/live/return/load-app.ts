import { rememberReturn } from "./returns.ts";

/**
 * Loads the page's own URL by GET: unlike a reload, that does not submit a form again. As a URL that differs only in
 * its fragment would load nothing, the page first switches to an equivalent URL. Returns a function that undoes that.
 */
export function loadApp(): () => void {
  const url = location.href;
  rememberReturn();
  if (url.includes("#")) {
    const { pathname, search } = location;
    history.replaceState(null, "", `${pathname}${search}${search ? "&" : "?"}`);
  }
  location.replace(url);
  return () => history.replaceState(null, "", url);
}
