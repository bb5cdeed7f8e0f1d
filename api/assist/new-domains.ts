/**
 * What reads like a domain in a reply and is nowhere in what was given, whatever its ending: words with dots and no space
 * between them, of which the last is in small letters. What is glued to a full stop begins with a capital, and what an
 * abbreviation has before a dot is one letter.
 */
export function findNewDomain(text: string, given: string): string | undefined {
  const known = new Set(namesIn(given).map((name) => name.toLowerCase()));
  return namesIn(text).find((name) => isLikeDomain(name) && !known.has(name.toLowerCase()));
}

/** Words with dots between them, without what is joined to the last of them by a hyphen. */
function namesIn(text: string): string[] {
  return (text.match(/[\p{L}\p{M}\p{Nd}.-]+/gu) ?? []).map((run) => {
    const labels = run.replace(/^[.-]{1,9}|[.-]{1,9}$/g, "").split(".");
    return [...labels.slice(0, -1), labels.at(-1)?.split("-")[0] ?? ""].join(".");
  });
}

function isLikeDomain(name: string): boolean {
  const labels = name.split(".");
  const [before = "", top = ""] = labels.slice(-2);
  return (
    labels.length > 1 &&
    !labels.includes("") &&
    /^\p{Ll}{2,}$/u.test(top) &&
    /\p{L}/u.test(before) &&
    before.length > 1
  );
}
