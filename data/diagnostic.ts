/** What `notice check` found out about one thing. */
export interface DiagnosticResult {
  subject: string;
  state: "ok" | "warning" | "failure";
  /** What was found and, for a failure, what to do about it. */
  detail: string;
}

const resultOf =
  (state: DiagnosticResult["state"]) =>
  (subject: string, detail: string): DiagnosticResult => ({ subject, state, detail });

export const ok = resultOf("ok");
export const warning = resultOf("warning");
export const failure = resultOf("failure");
