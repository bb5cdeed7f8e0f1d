const digits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** The regions that a language tag may name: `001` for the world, `AD` for Andorra. */
export function regions(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return [...digits, ...pairs].filter((region) => names.of(region) !== undefined);
}
