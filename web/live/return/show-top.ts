/** Brings the top of the page into view. Returns a function that goes back to where the visitor was. */
export function showTop(): () => void {
  const place = scrollY;
  scrollTo(0, 0);
  return () => {
    // Hidden parts must be back in the page first; and a visitor who has scrolled since stays there.
    setTimeout(() => scrollY === 0 && scrollTo(0, place));
  };
}
