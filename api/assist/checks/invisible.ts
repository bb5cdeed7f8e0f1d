/** What is not seen, or changes how what is around it is seen; joiners, which many scripts and emoji need, are none. */
const invisible = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A model's text without what nobody sees, unless what was given has it: an unseen mark can show 00:21 for 21:00. */
export function withoutInvisible(text: string, given: string): string {
  return text.replace(invisible, (found) => (given.includes(found) ? found : ""));
}
