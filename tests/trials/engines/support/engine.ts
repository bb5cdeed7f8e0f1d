/** A browser with one window, whichever engine it has. */
export interface Engine {
  /** Loads a page; resolves when it has loaded. */
  open(url: string): Promise<void>;
  /** Turns to the first frame of the page that is open, or back to that page. */
  turnTo(place: "frame" | "page"): Promise<void>;
  /** The value of an expression in the page that is turned to, as JSON has it; a promise's, once it is fulfilled. */
  run(expression: string): Promise<unknown>;
}

export interface EngineOptions {
  /** The visitor's language, as a tag of BCP 47. */
  language: string;
  /** Whether pages may run scripts. */
  hasScript: boolean;
}
