import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { isIP, SocketAddress } from "node:net";
import { dirname, join } from "node:path";
import { Argument, type Command, InvalidArgumentError } from "commander";
import type { ProxyOptions, Recipe } from "../../api/proxies/proxy.ts";
import {
  type FilledFile,
  filesOf,
  type ProxyName,
  pastedOf,
  proxies,
  wholeOf,
} from "../../api/proxies/recipe.ts";
import { makeFolders, replaceFile, sign, writerOf } from "../../data/files.ts";
import { placeOf } from "../../data/switch.ts";
import { folderFault, NoticeError } from "../../schema/errors/notice-error.ts";
import { readStaffSecrets } from "../bypass.ts";
import type { Context } from "../terminal/context.ts";
import { makeFile } from "../terminal/files.ts";
import { addExamples, directAddress, flagOf, refuseSwallowedFlags, usage } from "../terminal/options.ts";

/** The options as typed: lists have commas, and the staff secrets are in a file. */
interface TypedOptions extends Omit<Partial<ProxyOptions>, "staff"> {
  staff?: string;
  out?: string;
  whole?: boolean;
  check?: boolean;
}

const patterns = {
  address: [/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, "an address and a port, such as 127.0.0.1:3000"],
  path: [/^\/[\w./~-]*$/, "a path that begins with /, such as /shop"],
  resolver: [
    /^(?:[\d.]+|\[[\da-f:]+\])(?::\d{1,5})?$/i,
    "the IP address of a DNS server, such as 127.0.0.11",
  ],
  exception: [
    /^(?!.*\.\.)\/[\w./~-]*[\w.~-]\/?$/,
    "a path below / and without `..`, such as /webhooks/stripe",
  ],
  host: [/^[\w.-]+$/, "a host name, such as shop.example"],
} as const;

/** The options that add a switch, each with a text that only the lines of that switch contain. */
const switches = [
  ["--switch", /touch \S+\/on /],
  ["--read-only", /touch \S+\/read-only /],
] as const;

export function addProxy(program: Command, context: Context): void {
  const command = program
    .command("proxy")
    .summary("print the lines that put Backsoon behind your proxy")
    .description(
      "Prints lines for your proxy's configuration, which send visitors to Backsoon while the app is away.",
    )
    .addArgument(new Argument("<name>", "the proxy").choices(Object.keys(proxies)))
    .option(
      "--app <address>",
      "the app's address; separate several by commas (default: 127.0.0.1:3000)",
      list("address"),
    )
    .option(
      "--backsoon <address>",
      "Backsoon's address (default: HOST and PORT of the settings)",
      one("address"),
    )
    .option("--second <address>", "a second Backsoon", one("address"))
    .option("--resolver <address>", "the DNS server to ask for names (nginx, HAProxy)", one("resolver"))
    .option("--switch", "add a switch: a file turns on the notice")
    .option("--read-only", "add a second switch: only requests that write get the notice")
    .option(
      "--post-reads <paths>",
      "with --read-only: paths whose POST only reads, such as /login,/search",
      list("path"),
    )
    .option(
      "--except-path <paths>",
      "leave these paths, and what is below them, to the app, such as /webhooks/stripe,/imprint",
      list("exception"),
    )
    .option("--only-path <path>", "switch only this path, and what is below it", one("path"))
    // nginx compares it with a name in lower case.
    .option("--only-host <name>", "switch only this host", (name) => one("host")(name).toLowerCase())
    .option("--staff <file>", "let staff see the app, with the secrets from `bypass --write`")
    .option("--staff-address <address>", "let visitors from these addresses see the app", addresses)
    .option("--editor <name>", "add a site for the editor, with this host name", one("host"))
    .option("--out <folder>", "write the files into this folder, and print the lines that include them")
    .option("--whole", "print a complete configuration, if you have none yet")
    .option("--check", "have the installed proxy test its current configuration, or that of --whole")
    .action((name: ProxyName, typed: TypedOptions) => {
      refuseSwallowedFlags(command, typed, ["staff", "out", "onlyHost", "editor"]);
      refuseUseless(typed);
      return show(context, name, typed);
    });
  addExamples(
    command,
    "proxy nginx --switch",
    "proxy nginx --switch --out /etc/nginx/backsoon --check",
    "proxy caddy --whole --app 127.0.0.1:3000",
  );
}

/** Refuses options that would change nothing. @throws NoticeError USAGE */
function refuseUseless(typed: TypedOptions): void {
  if (typed.whole && typed.out !== undefined)
    throw usage("--whole only prints, so it writes nothing into --out: give one of them.");
  if (typed.postReads && !typed.readOnly)
    throw usage("--post-reads changes only the switch of --read-only: add --read-only.");
  if (typed.switch || typed.readOnly) return;
  for (const name of ["staff", "staffAddress", "exceptPath", "onlyPath", "onlyHost"] as const)
    if (typed[name] !== undefined)
      throw usage(`--${flagOf(name)} changes only a switch: add --switch or --read-only.`);
}

async function show(context: Context, name: ProxyName, typed: TypedOptions): Promise<void> {
  const { staff, out, whole, check, ...rest } = typed;
  const options: ProxyOptions = {
    app: ["127.0.0.1:3000"],
    backsoon: rest.backsoon ?? directAddress(context) ?? "127.0.0.1:8080",
    postReads: [],
    staffAddress: [],
    exceptPath: [],
    localNames: ["localhost"],
    ...(out !== undefined || check ? readNames() : {}),
    switch: false,
    readOnly: false,
    ...pagesOf(context),
    switchFolder: placeOf(context.installation.config.SWITCH).folder,
    hasGroup: /^backsoon:/m.test(readText("/etc/group")),
    ...rest,
    ...(staff !== undefined && { staff: await readStaffSecrets(context.pathOf(staff)) }),
  };
  const proxy: Recipe = proxies[name];
  if (whole) {
    const text = wholeOf(name, options);
    context.print(text.trimEnd());
    if (check) test(context, proxy, options, undefined, text);
    return;
  }
  const files = filesOf(name, options);
  const folder = out === undefined ? undefined : context.pathOf(out);
  const before = folder === undefined ? [] : textsOf(folder, proxy);
  const { written, kept } =
    folder === undefined ? { written: [], kept: [] } : await write(folder, files, staff !== undefined);
  for (const file of files) tell(context, file, folder);
  for (const note of proxy.notes?.(options) ?? []) context.print(`# ${note}\n`);
  if (written.length > 0)
    context.print(
      `# Written: ${written.join(", ")}. Include them as above, test your configuration and reload.`,
    );
  else if (folder !== undefined && kept.length === 0)
    context.print(`# Nothing was written: the files in ${folder} are up to date.`);
  for (const [option, on] of switches) {
    const had = before.some(({ file, text }) => on.test(text) && !kept.includes(file));
    if (had && !files.some(({ text }) => on.test(text)))
      context.printError(
        `${folder} was written with ${option} before, and this time without that switch: to keep it, run this again with ${option}.`,
      );
  }
  if (check) test(context, proxy, options, folder, undefined);
  if (kept.length > 0) throw new NoticeError("PROXY_FILES_KEPT", { files: kept });
}

/** The folder of EXPORT_DIR, unless a configuration cannot name it. */
function pagesOf({ installation: { exportFolder: pages } }: Context): Pick<ProxyOptions, "pages"> {
  return pages !== undefined && patterns.path[0].test(pages) ? { pages } : {};
}

/** What this machine knows of names, as the proxy of another machine does not need it. */
function readNames(): Partial<ProxyOptions> & Pick<ProxyOptions, "localNames"> {
  const [, server] = /^nameserver\s+([\w.:]+)/m.exec(readText("/etc/resolv.conf")) ?? [];
  const hosts = readText("/etc/hosts").replace(/#.*$/gm, "");
  return {
    localNames: ["localhost", ...hosts.split(/\s+/).filter((word) => isIP(word) === 0)],
    ...(server !== undefined && { resolver: server.includes(":") ? `[${server}]` : server }),
  };
}

function textsOf(folder: string, { files }: Recipe): { file: string; text: string }[] {
  return files
    .filter(({ include, choice }) => include && choice === undefined)
    .map(({ name }) => ({ file: join(folder, name), text: readText(join(folder, name)) }));
}

/** The text of a file; empty if it cannot be read. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function tell(context: Context, file: FilledFile, folder?: string): void {
  const { name, goes, include, includedIn = goes, choice } = file;
  const line = folder !== undefined && include ? include(join(folder, name)) : undefined;
  const place = line === undefined ? goes : includedIn;
  context.print(`# ${choice === undefined ? "" : `${choice}, `}${place}:`);
  context.print(`${pastedOf(line === undefined ? file : { ...file, text: line })}\n`);
}

async function write(
  folder: string,
  files: FilledFile[],
  isSecret: boolean,
): Promise<{ written: string[]; kept: string[] }> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const { name, text } of files.filter(({ include }) => include)) {
    const file = join(folder, name);
    // Root reads them, because root starts the proxy.
    const outcome = await writeFile(file, text, isSecret ? 0o640 : 0o644);
    if (outcome === "written") written.push(name);
    if (outcome === "changed by hand") kept.push(file);
  }
  return { written, kept };
}

const writer = "# Written for Backsoon. If you change this file, --out leaves it alone. SHA-256: ";

/**
 * Writes a file whole or not at all. A file that is not ours, or was changed by hand, is left alone.
 * @throws NoticeError FILE_UNWRITABLE
 */
async function writeFile(
  file: string,
  text: string,
  mode: number,
): Promise<"written" | "same" | "changed by hand"> {
  try {
    makeFolders(dirname(file));
    const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    const signed = sign(text, writer);
    if (before === signed) return "same";
    if (before !== undefined && writerOf(before) !== writer) return "changed by hand";
    await replaceFile(file, signed, mode);
    return "written";
  } catch (cause) {
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
}

/** Has the proxy of this machine test the result. @throws NoticeError PROXY_REFUSED, PROXY_MISSING */
function test(
  context: Context,
  proxy: Recipe,
  options: ProxyOptions,
  folder: string | undefined,
  whole: string | undefined,
): void {
  const file = whole === undefined ? undefined : makeFile("configuration", whole);
  const [program, ...args] = proxy.test(folder, file);
  const command = [program, ...args].join(" ");
  const { status, stderr, stdout } = spawnSync(program, args, { encoding: "utf8" });
  if (file !== undefined) rmSync(dirname(file), { recursive: true });
  if (status === null) throw new NoticeError("PROXY_MISSING", { program });
  if (status !== 0) throw new NoticeError("PROXY_REFUSED", { command, output: `${stdout}${stderr}`.trim() });
  // nginx prints the file's name.
  const tested = /^# configuration file (\S+):$/m.exec(stdout)?.[1] ?? proxy.installed;
  context.printError(
    whole === undefined
      ? `\`${command}\` accepts the current configuration${tested === undefined ? "" : ` (${tested})`}. Lines that you paste later are not tested.`
      : `${program} accepts this configuration.`,
  );
  if (whole !== undefined) return;
  const configuration = proxy.installed === undefined ? stdout : readText(proxy.installed);
  for (const difference of proxy.differences?.(configuration, options) ?? []) context.printError(difference);
}

function one(kind: keyof typeof patterns) {
  const [pattern, words] = patterns[kind];
  return (value: string): string => {
    if (!pattern.test(value)) throw new InvalidArgumentError(`It must be ${words}.`);
    return value;
  };
}

function list(kind: keyof typeof patterns) {
  return (value: string): string[] => value.split(",").map(one(kind));
}

function addresses(value: string): string[] {
  const all = value.split(",");
  if (!all.every(isIP)) throw new InvalidArgumentError("It must be an IP address, such as 192.0.2.7.");
  // nginx compares them as text, in their shortest form.
  const shortest = (address: string) =>
    new SocketAddress({ address, family: isIP(address) === 6 ? "ipv6" : "ipv4" }).address;
  return all.map(shortest);
}
