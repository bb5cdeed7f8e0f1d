import { errorGroup } from "./error-group.ts";

/** Errors of the proxy's switch. */
export const switchErrors = {
  ...errorGroup(404, 2, {
    SWITCH_MISSING: ({ folder, file }: { folder: string; file: string }, command: string) =>
      `There is no switch on this machine. If your proxy runs here, make its folder with \`install -d -m 755 ${folder}\`, then try again. Otherwise type \`touch ${file}\` on the load balancer for on, and \`rm ${file}\` for off (HAProxy: see docs/maintenance.md). \`${command} check --from URL\` shows what visitors get.`,
  }),
  ...errorGroup(500, 1, {
    SWITCH_OWNER: ({ folder, uid }: { folder: string; uid: number }) =>
      `${folder} must belong to user ${uid}, who controls the store: run \`install -d -o ${uid} -g ${uid} ${folder}\`, then try again.`,
    SWITCH_FAILED: ({ file, reason }: { file: string; reason: string }) =>
      `The switch ${file} is not turned (${reason}): fix that, then run the same command again.`,
  }),
  ...errorGroup(504, 1, {
    SWITCH_UNSEEN: ({ isOn, seen }: { isOn: boolean; seen: string }, command: string) =>
      isOn
        ? `The switch is on, but ${seen}: check the proxy's lines. To take it back: \`${command} off\`.`
        : `The switch is off, but ${seen}, so the words stay. When the app answers, \`${command} off\` again restores them.`,
  }),
};
