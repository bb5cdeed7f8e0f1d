/** The field with the severity of an error or a warning, in the language of the server. */
const translated = "S".charCodeAt(0);
/** The field with the severity in English, sent by servers since 9.6 and by some pools; the driver ignores it. */
const untranslated = "V".charCodeAt(0);

/**
 * Makes a function that has the driver read the severity of one error or warning in English, where that is sent: it
 * swaps the names of the two fields in each part of the message's body.
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
