/** The exit code of a command that fails: 1 could not be done, 2 invalid input, 3 somebody else was first. */
type ExitCode = 1 | 2 | 3;

/** An entry of the error table. */
export interface ErrorEntry<P> {
  /** The HTTP status of a reply that reports it. */
  status: number;
  exitCode: ExitCode;
  /** What is wrong, the rule, and how to fix it. `command` is the name under which the reader runs the command. */
  message: (params: P, command: string) => string;
}

type Messages = Record<string, (params: never, command: string) => string>;
type Entries<M extends Messages> = { [C in keyof M]: ErrorEntry<Parameters<M[C]>[0]> };

/** Table entries, by code, for errors that share an HTTP status and an exit code. */
export function errorGroup<M extends Messages>(status: number, exitCode: ExitCode, messages: M): Entries<M> {
  const entries = Object.entries(messages).map(([code, message]) => [code, { status, exitCode, message }]);
  return Object.fromEntries(entries);
}
