import { onTestFinished } from "vitest";

/** Sets environment variables of this process for the time of a test. */
export function withVariables(variables: Record<string, string>): void {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  onTestFinished(() => {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
}
