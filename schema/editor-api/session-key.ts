/** Where requests with the cookie send the key of a sign-in: in a header or, from a form, in a field. */
export const sessionKeyHeader = "Session-Key";
export const sessionKeyField = "key";
