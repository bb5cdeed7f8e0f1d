import { userInfo } from "node:os";

/** This user by name: root's commands run as the owner of the store's folder, so "you" may be another user. */
export function thisUser(): string {
  try {
    return `user ${userInfo().username}`;
  } catch {
    return "this user";
  }
}
