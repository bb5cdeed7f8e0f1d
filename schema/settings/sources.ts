import { type Environment, settingNames } from "./setting-names.ts";

/** The names of the settings that are set, by where that is done, in the order in which they are documented. */
export interface SettingSources {
  environment: string[];
  /** Some of them may be set in the environment as well, which wins. */
  envFile: string[];
}

/** Finds out what is set where; an empty value sets nothing. */
export function findSources(environment: Environment, envFile: Environment): SettingSources {
  const namesIn = (source: Environment) => settingNames.filter((name) => source[name]);
  return { environment: namesIn(environment), envFile: namesIn(envFile) };
}
