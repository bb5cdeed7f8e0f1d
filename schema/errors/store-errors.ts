import { errorGroup } from "./error-group.ts";

interface AtFile {
  file: string;
}
interface AtFileWhy extends AtFile {
  reason: string;
}

/** What can be wrong with the store. */
export const storeErrors = errorGroup(503, 1, {
  STORE_MISSING: ({ file }: AtFile) =>
    `There is no notice store at ${file}: create it with \`npx notice init\`, or set DATABASE to its path.`,
  STORE_UNUSABLE: ({ file, reason }: AtFileWhy) =>
    `The notice store at ${file} cannot be used (${reason}): make sure that its folder exists, is on a local disk with free space, and is writable by this user.`,
  STORE_BUSY: ({ file }: AtFile) =>
    `The notice store ${file} is locked by another process, and nothing was changed: try again in a moment.`,
  STORE_FOREIGN: ({ file, reason }: AtFileWhy) =>
    `${file} is not a notice store (${reason}): set DATABASE to another path, or move that file away.`,
  STORE_NEWER: ({ file, version, supported }: { file: string; version: number; supported: number }) =>
    `The notice store ${file} has format ${version}, but this version supports formats only up to ${supported}: use the newer version that wrote it.`,
  STORE_CORRUPT: ({ file, reason }: AtFileWhy) =>
    `The notice store ${file} is corrupt (${reason}): restore a backup with \`npx notice restore FILE\`, or move it away and create a new one with \`npx notice init\`.`,
  STORE_DAMAGED: ({ revision, reason }: { revision: number; reason: string }) =>
    `Revision ${revision} in the store is damaged (${reason}): publish another notice with \`npx notice apply FILE\` or \`npx notice rollback N\`.`,
  STORE_BEHIND: ({ current, known }: { current: number; known: number }) =>
    `The notice store is at revision ${current}, but revision ${known} has already been published, so it has lost changes: run \`npx notice init\` to continue from the last known good notice, then try again.`,
  STORE_PROBE_FAILED: ({ outcome }: { outcome: string }) =>
    `Opening the notice store ${outcome}: check whether another process keeps it locked, and make sure that its disk responds and has free space.`,
  STORE_UNREADY: ({ reason }: { reason: string }) => reason,
  STORE_OUTDATED_SQLITE: ({ version, needed }: { version: string; needed: string }) =>
    `SQLite ${version} can corrupt a store that two processes write to (fixed in ${needed}): run \`npm ci\` to install the right version.`,
  WRITE_LOST: ({ file }: AtFile) =>
    `The change is not in ${file}, which was removed or replaced in the meantime: if it is missing, create it with \`npx notice init\`; then make the change again.`,
});
