/** One of the faults of a document. */
export interface Fault {
  /** One sentence: what is wrong, the rule, the way out. */
  detail: string;
  /** Where it is, as a JSON Pointer in the form of a URI fragment: `#/title`. */
  pointer: string;
}
