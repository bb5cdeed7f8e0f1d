import { NoticeError } from "../../../schema/errors/notice-error.ts";

/** How many wrong credentials an address may send within a period, and how long that is, in ms. */
const maxWrong = 10;
const periodMs = 60_000;
/** How many addresses are remembered at most; the oldest is forgotten first. */
const maxAddresses = 10_000;

/** Counts a wrong credential of an address. Returns the error to refuse it with: its own, or TOO_MANY_WRONG. */
export type RefuseCredential = (address: string, error: NoticeError) => NoticeError;

/** Limits wrong credentials by address. Right ones are never counted, as on loopback all clients share one address. */
export function createRefuseCredential(now: () => Date): RefuseCredential {
  /** When each address was wrong within the last period; the address that was wrong most recently comes last. */
  const times = new Map<string, number[]>();
  return (address, error) => {
    const time = now().getTime();
    const isRecent = (at: number | undefined): boolean => at !== undefined && time - at < periodMs;
    for (const [other, wrong] of times) {
      if (isRecent(wrong.at(-1))) break;
      times.delete(other);
    }
    const wrong = (times.get(address) ?? []).filter(isRecent);
    if (wrong.length >= maxWrong) return new NoticeError("TOO_MANY_WRONG", {});
    times.delete(address);
    times.set(address, [...wrong, time]);
    const [first] = times.keys();
    if (times.size > maxAddresses && first !== undefined) times.delete(first);
    return error;
  };
}
