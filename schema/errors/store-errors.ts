import { errorGroup } from "./error-group.ts";

interface AtFile {
  file: string;
}
interface AtFileWhy extends AtFile {
  reason: string;
}
interface AtDatabaseWhy {
  /** Where it is, without a secret. */
  store: string;
  reason: string;
}

/** What can be wrong with the store. */
export const storeErrors = errorGroup(503, 1, {
  STORE_MISSING: ({ file, isDatabase = false }: AtFile & { isDatabase?: boolean }, command: string) =>
    `There is no notice store at ${file}: create it with \`${command} init\`${isDatabase ? " or" : ","} restore a backup with \`${command} restore FILE\`${isDatabase ? "" : ", or set DATABASE to its path"}.`,
  STORE_UNUSABLE: ({ file, reason }: AtFileWhy) =>
    `The notice store at ${file} cannot be used (${reason}): make sure that its folder exists, is on a local disk with free space, and is writable by this user.`,
  STORE_HIDDEN: ({ file }: AtFile) =>
    `This user may not look for the notice store at ${file}: run the command with sudo, or as a user who may.`,
  OWNER_UNREACHABLE: ({ uid, reason }: { uid: number; reason: string }) =>
    `The notice store is in the hands of user ${uid}, and root cannot become that user here (${reason}): run the command as that user.`,
  STORE_BUSY: ({ file }: AtFile) =>
    `The notice store ${file} is locked by another process, and nothing was changed: try again in a moment.`,
  STORE_LATE: () => "The notice store did not answer in time: try again in a moment.",
  STORE_FOREIGN: (
    { file, reason, isDatabase = false }: AtFileWhy & { isDatabase?: boolean },
    command: string,
  ) =>
    `${file} is not a notice store (${reason}): ${isDatabase ? "name another schema in DATABASE" : `set DATABASE to another path, or restore a backup with \`${command} restore FILE\`, which keeps that file beside it`}.`,
  STORE_UNREACHABLE: ({ store, reason }: AtDatabaseWhy) =>
    `The notice store at ${store} cannot be reached (${reason}): make sure that the database runs, and that DATABASE and DATABASE_PASSWORD are right.`,
  STORE_FULL: ({ store }: { store: string }) =>
    `The disk of the database at ${store} is full, and nothing was changed: make space there, then try again.`,
  STORE_FORBIDDEN: ({ store, role }: { store: string; role: string }) =>
    `The role ${role} lacks a right that this needs at ${store}: use a role that has it, or grant it as docs/fleet.md says.`,
  STORE_UNCONFIRMED: (
    { store, look = "show" }: { store: string; look?: "show" | "token list" },
    command: string,
  ) =>
    `The database at ${store} did not confirm the change in time, and may have made it or not: look with \`${command} ${look}\` before you make it again.`,
  STORE_FELL_BEHIND: ({ current, known }: { current: number; known: number }) =>
    `The notice store is at revision ${current}, but visitors have seen revision ${known}: if the database was replaced by one that lags, publish with --after-failover, which takes the number after ${known}.`,
  REPORT_HELD_UP: ({ store }: { store: string }) =>
    `An open transaction at ${store} holds the row in which this node says what it shows: look for what is "idle in transaction" in pg_stat_activity, and end it.`,
  STORE_UNHEARD: ({ store, names }: { store: string; names: string }, command: string) =>
    `The database at ${store} has taken the place of another, and not every node has said there which revision it shows (${names}): try again in a moment; where they will not come back, publish on the command line with --after-failover, or take them off with \`${command} nodes forget\`.`,
  NODES_RUNNING: ({ names, seconds }: { names: string; seconds: number }) =>
    `Nothing was forgotten, as what runs is not: ${names} reported within the last ${seconds} seconds; stop it first, and try again once it has been silent for that long.`,
  NODES_BEHIND: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} is published, but not every node is known to show it (${reason}): look with \`${command} nodes\`, and take off with \`${command} nodes forget\` those that will not come back.`,
  NODES_SILENT: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} is published, and nobody waited for nodes that have said nothing for a minute: ${reason}; take off with \`${command} nodes forget\` those that will not come back.`,
  STORE_NEWER: ({ file, version, supported }: { file: string; version: number; supported: number }) =>
    `The notice store ${file} has format ${version}, but this version supports formats only up to ${supported}: use the newer version that wrote it.`,
  STORE_CORRUPT: (
    { file, reason, isDatabase = false }: AtFileWhy & { isDatabase?: boolean },
    command: string,
  ) =>
    `The notice store ${file} is corrupt (${reason}): ${isDatabase ? `name another schema in DATABASE, and restore a backup there with \`${command} restore FILE\`` : `repair it with \`${command} restore FILE\`, which keeps what can still be read`}.`,
  STORE_DAMAGED: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} in the store is damaged (${reason}): repair the store with \`${command} restore FILE\`, or publish another notice with \`${command} apply FILE\` or \`${command} rollback N\`.`,
  STORE_BEHIND: ({ current, known }: { current: number; known: number }, command: string) =>
    `The notice store is at revision ${current}, but revision ${known} has already been published, so it has lost changes: run \`${command} init\` to continue from the last known good notice, then try again.`,
  STORE_PROBE_FAILED: ({ outcome }: { outcome: string }) =>
    `Opening the notice store ${outcome}: check whether another process keeps it locked, and make sure that its disk responds and has free space.`,
  STORE_UNREADY: ({ reason }: { reason: string }) => reason,
  STORE_OUTDATED_SQLITE: ({ version, needed }: { version: string; needed: string }) =>
    `SQLite ${version} can corrupt a store that two processes write to (fixed in ${needed}): run \`npm ci\` to install the right version.`,
  WRITE_LOST: ({ file }: AtFile, command: string) =>
    `The change is not in ${file}, which was removed or replaced in the meantime: if it is missing, create it with \`${command} init\`; then make the change again.`,
});
