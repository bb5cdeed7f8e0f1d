/** What `npm run bench` is asked to do. */
interface Asked {
  /** The measurements to run; none for all of them. */
  names: string[];
  /** The rounds of each comparison; undefined for as many as the measurement names. */
  rounds?: number;
}

const option = "--rounds";
const maxRounds = 1000;

/**
 * Reads the arguments of `npm run bench`.
 * @throws Error that says in one sentence what is wrong with them
 */
export function readArguments(args: string[], known: string[]): Asked {
  const asked: Asked = { names: [] };
  const rest = args.values();
  for (const arg of rest) {
    if (arg === option) asked.rounds = roundsOf(rest.next().value);
    else if (arg.startsWith(`${option}=`)) asked.rounds = roundsOf(arg.slice(option.length + 1));
    else if (arg.startsWith("-")) throw new Error(`There is no option ${arg}; the only one is ${option}.`);
    else asked.names.push(arg);
  }
  const unknown = asked.names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")} among ${known.join(", ")}.`);
  return asked;
}

function roundsOf(given: string | undefined): number {
  const rounds = Number(given);
  if (given === undefined || !/^\d+$/.test(given) || rounds < 1 || rounds > maxRounds) {
    throw new Error(
      `${option} takes a number from 1 to ${maxRounds.toLocaleString("en")}, as in ${option} 30.`,
    );
  }
  return rounds;
}
