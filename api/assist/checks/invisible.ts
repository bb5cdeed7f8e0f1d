/** Invisible characters, and those that change how others are shown. Joiners stay: many scripts and emoji need them. */
const invisible = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Removes invisible characters that `given` does not contain: one of them can show 21:00 as 00:21. */
export function withoutInvisible(text: string, given: string): string {
  return text.replace(invisible, (found) => (given.includes(found) ? found : ""));
}
