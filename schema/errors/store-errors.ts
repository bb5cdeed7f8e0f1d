import { errorGroup } from "./error-group.ts";

interface AtFile {
  file: string;
}
interface AtFileWhy extends AtFile {
  reason: string;
}
interface AtDatabaseWhy {
  /** Its address, without secrets. */
  store: string;
  reason: string;
}

/** Errors of the store. */
export const storeErrors = errorGroup(503, 1, {
  STORE_MISSING: ({ file, isDatabase = false }: AtFile & { isDatabase?: boolean }, command: string) =>
    `There is no notice store at ${file}: create it with \`${command} init\`${isDatabase ? " or" : ","} restore a backup with \`${command} restore FILE\`${isDatabase ? "" : ", or set DATABASE to the right path"}.`,
  STORE_UNUSABLE: ({ file, reason }: AtFileWhy) =>
    `The notice store at ${file} cannot be used (${reason}). Its folder must exist, be on a local disk with free space, and be writable by this user.`,
  SQLITE_UNLOADABLE: ({ reason }: { reason: string }) =>
    `This Node cannot load SQLite (${reason}): use the Node that Backsoon was installed with. Otherwise run \`npm ci\` in a clone, or install Backsoon again.`,
  STORE_HIDDEN: ({ file, user }: AtFile & { user: string }) =>
    `The folder of the notice store ${file} cannot be read by ${user}: run the command with sudo. If the service runs as that user, let that user read the folder.`,
  OWNER_UNREACHABLE: ({ uid, reason }: { uid: number; reason: string }) =>
    `User ${uid} controls the notice store, and root cannot switch to that user here (${reason}): run the command as that user.`,
  STORE_BUSY: ({ file }: AtFile) =>
    `The notice store ${file} is locked by another process. Nothing was changed: try again in a moment.`,
  STORE_LATE: () => "The notice store did not answer in time: try again in a moment.",
  STORE_FOREIGN: (
    { file, reason, isDatabase = false }: AtFileWhy & { isDatabase?: boolean },
    command: string,
  ) =>
    `${file} is not a notice store (${reason}): ${isDatabase ? "name another schema in DATABASE" : `set DATABASE to another path, or restore a backup with \`${command} restore FILE\`, which keeps that file beside it`}.`,
  STORE_UNREACHABLE: ({ store, reason }: AtDatabaseWhy) =>
    `The notice store at ${store} cannot be reached (${reason}): check that the database runs, and that DATABASE and DATABASE_PASSWORD are right.`,
  STORE_FULL: ({ store }: { store: string }) =>
    `The disk of the database at ${store} is full. Nothing was changed: free some space there, then try again.`,
  STORE_FORBIDDEN: ({ store, role }: { store: string; role: string }) =>
    `The role ${role} lacks a right that this needs at ${store}: use another role, or grant the right (docs/fleet.md).`,
  STORE_UNCONFIRMED: (
    { store, look = "show" }: { store: string; look?: "show" | "token list" },
    command: string,
  ) =>
    `The database at ${store} did not confirm the change in time. It may or may not have been made: look with \`${command} ${look}\` before you repeat it.`,
  REPORT_HELD_UP: ({ store }: { store: string }) =>
    `An open transaction at ${store} blocks this node's report of what it shows: find it in pg_stat_activity ("idle in transaction"), and end it.`,
  NODES_RUNNING: ({ names, seconds }: { names: string; seconds: number }) =>
    `Nothing was removed: ${names} reported within the last ${seconds} seconds, so it is running. Stop it, wait ${seconds} seconds, then try again.`,
  NODES_BEHIND: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} is published, but some nodes may not show it yet (${reason}): look with \`${command} nodes\`, and remove nodes that are gone for good with \`${command} nodes forget\`.`,
  NODES_SILENT: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} is published, without waiting for nodes that have been silent for a minute: ${reason}. Remove nodes that are gone for good with \`${command} nodes forget\`.`,
  STORE_NEWER: ({ file, version, supported }: { file: string; version: number; supported: number }) =>
    `The notice store ${file} has format ${version}, but this version supports formats only up to ${supported}: start the newer version that wrote it.`,
  STORE_CORRUPT: ({ file, reason, schema }: AtFileWhy & { schema?: string }, command: string) =>
    `The notice store ${file} is corrupt (${reason}): ${schema === undefined ? "" : `rename its schema with \`ALTER SCHEMA "${schema}" RENAME TO "${schema}_broken"\`, then `}restore a backup with \`${command} restore FILE\`${schema === undefined ? ", which moves the broken store aside" : ""}.`,
  STORE_DAMAGED: ({ revision, reason }: { revision: number; reason: string }, command: string) =>
    `Revision ${revision} in the store is damaged (${reason}): repair the store with \`${command} restore FILE\`, or publish another notice with \`${command} apply FILE\` or \`${command} rollback N\`.`,
  STORE_BEHIND: ({ current, known }: { current: number; known: number }) =>
    `The notice store is at revision ${current}, but visitors have seen revision ${known}, which it has lost: publish again, and every node shows that.`,
  NUMBER_IGNORED: ({ number, where, current }: { number: number; where: string; current: number }) =>
    `Revision ${number} in ${where} is ignored: the store is at revision ${current}, and no store gets so far ahead.`,
  NOTICE_ELSEWHERE: ({ names, number }: { names: string; number: number }, command: string) =>
    `The database has a new store, and visitors of ${names} see revision ${number} of another, whose text is not known here: publish a whole notice with \`${command} apply FILE\`.`,
  STORE_PROBE_FAILED: ({ outcome }: { outcome: string }) =>
    `Opening the notice store ${outcome}: check whether another process keeps it locked, and whether its disk responds and has free space.`,
  STORE_UNREADY: ({ reason }: { reason: string }) => reason,
  WRITE_LOST: ({ file }: AtFile, command: string) =>
    `The change was lost, because ${file} was removed or replaced meanwhile: if it is missing, create it with \`${command} init\`. Then repeat the change.`,
});
