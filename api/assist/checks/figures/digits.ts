const values = new Map<string, number>();

/** The value of a digit of any script: they stand in tens, from zero to nine. */
function digitOf(digit: string): number {
  const known = values.get(digit);
  if (known !== undefined) return known;
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  const value = (point - first) % 10;
  values.set(digit, value);
  return value;
}

/** A text with every digit as one of 0 to 9. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitOf(digit)));
}

/** The number that digits of any script write. */
export function digitValue(digits: string): number {
  return Number(withAsciiDigits(digits));
}
