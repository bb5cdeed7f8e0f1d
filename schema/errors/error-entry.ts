/** What the product knows about an error. */
export interface Entry<P> {
  /** The HTTP status of an answer that reports it. */
  status: number;
  /** The exit code of a command that ends with it: 1 could not be done, 2 wrong input, 3 somebody else was first. */
  exit: 1 | 2 | 3;
  /** One sentence: what is wrong, the rule, the way out. */
  sentence: (params: P) => string;
}

/** An entry of the table, with the type of its parameters. */
export const entry = <P>(definition: Entry<P>): Entry<P> => definition;
