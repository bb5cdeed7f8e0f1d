import { entry } from "./error-entry.ts";

/** What may be wrong with an installation: its settings, its files, its address. */
export const setupErrors = {
  FIRST_NOTICE_INVALID: entry<{ file: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ file, reason }) =>
      `${file}, which a new store starts with, cannot be used; correct it. ${reason}`,
  }),
  SETTING_INVALID: entry<{ setting: string; rule: string; value?: string }>({
    status: 500,
    exit: 1,
    sentence: ({ setting, rule, value }) =>
      `${setting} must be ${rule}${value === undefined ? "" : `, not ${JSON.stringify(value)}`}: correct it in the environment or in .env.`,
  }),
  SETTINGS_UNREADABLE: entry<{ file: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ file, reason }) =>
      `The settings in ${file} cannot be read (${reason}): make it readable, or remove it.`,
  }),
  BUILD_MISSING: entry<{ file: string }>({
    status: 500,
    exit: 1,
    sentence: ({ file }) => `The page is not built (${file} is missing): run \`npm run build\`.`,
  }),
  LISTEN_FAILED: entry<{ address: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ address, reason }) =>
      `Cannot listen on ${address} (${reason}): free that address, or set HOST and PORT to another.`,
  }),
};
