import { errorGroup } from "./error-group.ts";

interface Seen {
  /** The address that was asked, and what it gave. */
  address: string;
  seen: string;
  seconds: number;
}

/** Errors of the proxy's switch. */
export const switchErrors = {
  ...errorGroup(404, 2, {
    SWITCH_MISSING: ({ folder, file }: { folder: string; file: string }, command: string) =>
      `There is no switch on this machine. If your proxy runs here, make its folder with \`install -d -m 755 ${folder}\`, then try again. Otherwise type \`touch ${file}\` on the load balancer for on, and \`rm ${file}\` for off (HAProxy: see docs/maintenance.md). \`${command} check --from URL\` shows what visitors get.`,
  }),
  ...errorGroup(500, 1, {
    SWITCH_UNTRUSTED: ({ path, fault, remedy }: { path: string; fault: string; remedy: string }) =>
      `${path} ${fault}, so somebody else could turn the switch: ${remedy}, then try again.`,
    SWITCH_OWNER: ({ folder, uid }: { folder: string; uid: number }) =>
      `${folder} must belong to user ${uid}, who controls the store: run \`install -d -o ${uid} -g ${uid} ${folder}\`, then try again.`,
    SWITCH_FAILED: ({ what, reason }: { what: string; reason: string }) =>
      `${what} (${reason}): fix that, then run the same command again.`,
    WORDS_GONE: ({ number }: { number: number }, command: string) =>
      `The words stay, because revision ${number} is not what it was: set them with \`${command} set\`.`,
  }),
  ...errorGroup(504, 1, {
    SWITCH_UNSEEN: ({ address, seen, seconds }: Seen, command: string) =>
      `The switch is on, but after ${seconds} seconds ${address} still ${seen}: check the proxy's lines. To take it back: \`${command} off\`.`,
    SWITCH_SILENT: ({ address, seen, seconds }: Seen, command: string) =>
      `The switch is off, but after ${seconds} seconds ${address} still ${seen}, so the words stay. When the app answers, \`${command} off\` again restores them.`,
  }),
};
