/** One of the faults of a document. */
export interface Fault {
  /** What is wrong, the rule, and how to fix it. */
  detail: string;
  /** Where it is, as a JSON Pointer in the form of a URI fragment: `#/title`. */
  pointer: string;
}
