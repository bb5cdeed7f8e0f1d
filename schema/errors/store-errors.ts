import { entry } from "./error-entry.ts";

/** What may be wrong with the store. */
export const storeErrors = {
  STORE_MISSING: entry<{ file: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file }) =>
      `There is no notice store at ${file}: create it with \`npx notice init\`, or set DATABASE to where it is.`,
  }),
  STORE_UNUSABLE: entry<{ file: string; reason: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file, reason }) =>
      `The notice store at ${file} cannot be used (${reason}): see that its folder exists, is on a local disk with space left, and may be written by this user.`,
  }),
  STORE_BUSY: entry<{ file: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file }) =>
      `The notice store ${file} is locked by another process: nothing was changed; try again in a moment.`,
  }),
  STORE_FOREIGN: entry<{ file: string; reason: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file, reason }) =>
      `${file} is not a notice store (${reason}): set DATABASE to another path, or move that file away.`,
  }),
  STORE_NEWER: entry<{ file: string; version: number; supported: number }>({
    status: 503,
    exit: 1,
    sentence: ({ file, version, supported }) =>
      `The notice store ${file} has format ${version} and this program knows formats up to ${supported}: use the newer program that wrote it.`,
  }),
  STORE_CORRUPT: entry<{ file: string; reason: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file, reason }) =>
      `The notice store ${file} is corrupt (${reason}): move it away and create another one with \`npx notice init\`.`,
  }),
  STORE_DAMAGED: entry<{ revision: number; reason: string }>({
    status: 503,
    exit: 1,
    sentence: ({ revision, reason }) =>
      `Revision ${revision} is damaged in the store (${reason}): post another notice with \`npx notice apply FILE\` or \`npx notice rollback N\`.`,
  }),
  STORE_BEHIND: entry<{ current: number; known: number }>({
    status: 503,
    exit: 1,
    sentence: ({ current, known }) =>
      `The notice store is at revision ${current}, but revision ${known} was known: it has lost changes; go on from the last known good notice with \`npx notice init\`, then do this again.`,
  }),
  STORE_UNPROVEN: entry<{ fate: string }>({
    status: 503,
    exit: 1,
    sentence: ({ fate }) =>
      `Opening the notice store ${fate}: see which process keeps it locked, and that its disk answers and has space left.`,
  }),
  STORE_UNREADY: entry<{ reason: string }>({ status: 503, exit: 1, sentence: ({ reason }) => reason }),
  STORE_OUTDATED_SQLITE: entry<{ version: string; needed: string }>({
    status: 503,
    exit: 1,
    sentence: ({ version, needed }) =>
      `SQLite ${version} can corrupt a store that two processes write (fixed in ${needed}): run \`npm ci\` to get the right one.`,
  }),
  WRITE_LOST: entry<{ file: string }>({
    status: 503,
    exit: 1,
    sentence: ({ file }) =>
      `The change is not in ${file}, which was removed or replaced meanwhile: create it with \`npx notice init\` where it is missing, then do the change again.`,
  }),
};
