import { settingNames } from "../../../schema/settings/setting-names.ts";

/** What other programs than ours are told by: PostgreSQL's, the languages, the editors, the desktop, sudo, the proxies, the SDK. */
const ofOthers =
  /^(?:PG.*|LC_.*|LANG|LANGUAGE|EDITOR|VISUAL|BROWSER|DISPLAY|WAYLAND_DISPLAY|SSH_CONNECTION|SUDO_USER|NOTICE_AUTHOR|(?:AZURE_)?OPENAI_.*|(?:https?|all|no)_proxy)$/i;

/** Takes out of an environment what a test, or a process that it starts, must not learn of the machine it runs on. */
export function forgetMachine(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env))
    if (ofOthers.test(name) || settingNames.includes(name)) delete env[name];
  env.LANG = "C.UTF-8";
}
