/** The entries of a comma-separated list, without the blanks around them; none of an absent one. */
export function readList(list = ""): string[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}
