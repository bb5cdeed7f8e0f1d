/** Tells whether a value that came from anywhere is of a certain kind. */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === "string";

/** A whole number from 1 that counts exactly. */
export const isNumber: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;

export const isOneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);

export const isPerhaps =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/**
 * An object with these members and no others: TypeScript makes sure that none is forgotten, here or when one is added.
 */
export const isObjectOf =
  <T>(members: { readonly [Name in keyof T]-?: Check }): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries<Check>(members).every(([name, check]) => check(value[name]));

/** An object whose values are all of one kind, and its names of another. */
export const isEach =
  (isName: Check, check: Check): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([name, part]) => isName(name) && check(part));

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
