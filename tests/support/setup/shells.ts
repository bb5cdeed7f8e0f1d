import { requirePrograms } from "./programs.ts";

/** Finds the shells that complete commands before any test runs, installs them where there are none, else fails. */
export function setup(): void {
  requirePrograms("The tests of the completion", { fish: "fish", zsh: "zsh" });
}
