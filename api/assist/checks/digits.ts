/** Writes the digits of any script as 0 to 9. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String((digit.codePointAt(0) ?? 0) - zeroOf(digit)));
}

/** The code point of zero in a digit's script: Unicode has digits in rows of ten, from zero to nine. */
function zeroOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return point - ((point - first) % 10);
}
