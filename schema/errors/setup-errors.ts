import { entry } from "./error-entry.ts";

/** What may be wrong with an installation: its settings, its files, its address. */
export const setupErrors = {
  FIRST_NOTICE_INVALID: entry<{ file: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ file, reason }) =>
      `${file}, which a new store starts with, cannot be used; correct it. ${reason}`,
  }),
  SETTING_INVALID: entry<{ setting: string; rule: string; value?: string; file?: string }>({
    status: 500,
    exit: 1,
    sentence: ({ setting, rule, value, file }) =>
      `${setting} must be ${rule}${value === undefined ? "" : `, not ${JSON.stringify(value)}`}: correct it in the environment or in .env${file ? `, or in the file that ${file} names` : ""}.`,
  }),
  SETTING_ALONE: entry<{ setting: string; missing: string }>({
    status: 500,
    exit: 1,
    sentence: ({ setting, missing }) =>
      `${setting} is set and ${missing} is not: set both, or neither of them.`,
  }),
  SECRET_TWICE: entry<{ setting: string; file: string }>({
    status: 500,
    exit: 1,
    sentence: ({ setting, file }) => `${setting} and ${file} are both set: unset one of them.`,
  }),
  SECRET_UNREADABLE: entry<{ setting: string; file: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ setting, file, reason }) =>
      `${setting} names ${file}, which cannot be used (${reason}): give the path of a readable file that holds the secret alone, or unset it.`,
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
  WORKER_FAILED: entry<object>({
    status: 500,
    exit: 1,
    sentence: () => "No worker could be started, for the reason above.",
  }),
  LISTEN_FAILED: entry<{ address: string; reason: string }>({
    status: 500,
    exit: 1,
    sentence: ({ address, reason }) =>
      `Cannot listen on ${address} (${reason}): free that address, or set HOST and PORT to another.`,
  }),
};
