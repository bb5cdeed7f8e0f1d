/** The field that says how severe an error or a warning is in the language of the server. */
const translated = "S".charCodeAt(0);
/** The same in English whatever that is, which servers since 9.6 say as well, and not every pool; the driver drops it. */
const untranslated = "V".charCodeAt(0);

/**
 * Makes what has the driver read the severity of one error or warning from the field that is never translated, where it
 * has one: changes the names of the two fields in each part of the message's body.
 * @see https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
export function createFieldNaming(): (part: Buffer) => void {
  let isInValue = false;
  let isSaid = false;
  return (part) => {
    for (let at = 0; at < part.length; at += 1) {
      if (isInValue) {
        at = part.indexOf(0, at);
        if (at < 0) return;
        isInValue = false;
        continue;
      }
      const name = part[at];
      // Of two fields with one name the driver takes the last.
      if (name === untranslated) {
        part[at] = translated;
        isSaid = true;
      } else if (name === translated && isSaid) part[at] = untranslated;
      isInValue = name !== 0;
    }
  };
}
