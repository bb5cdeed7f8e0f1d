import { NoticeError } from "../errors/notice-error.ts";

const sslModes = ["disable", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof sslModes)[number];

/** A host and a port; a host that begins with a slash is the folder of a socket. */
export interface PostgresHost {
  host: string;
  port: number;
}

/** Where a PostgreSQL store is; nothing in it is a secret. */
export interface PostgresAddress {
  /** They are tried in turn. */
  hosts: PostgresHost[];
  user: string;
  database: string;
  schema: string;
  sslmode: SslMode;
  /** The file with trusted certificate authorities; Node's own if absent. */
  sslrootcert?: string;
}

const parameters = ["schema", "sslmode", "sslrootcert", "host"];
/** The other parameters of libpq. A name that is not among them may be a secret, and is not shown. */
const known =
  /^(?:application_name|channel_binding|client_encoding|connect_timeout|dbname|fallback_application_name|gssencmode|hostaddr|keepalives(?:_(?:idle|interval|count))?|load_balance_hosts|options|pgbouncer|port|replication|require_auth|requirepeer|service|ssl|sslcert|sslcompression|sslcrl|sslkey|sslnegotiation|sslsni|ssl_(?:min|max)_protocol_version|target_session_attrs|tcp_user_timeout|uselibpqcompat|user)$/;
const name = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Whether DATABASE is meant as a URL. No known path of a file looks like this. */
export function isDatabaseUrl(text: string): boolean {
  return text.includes("://") || /^\s*["'`]?postgres(?:ql)?:/i.test(text);
}

/**
 * Reads the URL of a PostgreSQL store. The form is libpq's, without parts that hold secrets or would be ignored.
 * @throws NoticeError DATABASE_INVALID, which shows nothing that may be a secret
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function readPostgresUrl(url: string): PostgresAddress {
  const match = /^postgres(?:ql)?:\/\/([^/?#\s]*)(?:\/([^/?#\s]*))?(?:\?([^?#\s]*))?$/i.exec(url);
  if (!match)
    throw invalid(
      "is neither the path of a file nor a URL such as postgres://user@host/database: write it in that form, with every special character percent-encoded",
    );
  const [, authority = "", database = "", query = ""] = match;
  const values = readQuery(query);
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(at, 0));
  if (user.includes(":") || values.has("password")) throw passwordInUrl();
  const { schema = "backsoon", host: socket, sslrootcert } = Object.fromEntries(values);
  if (user === "") throw invalid("names no user: write it as postgres://user@host/database");
  if (database === "") throw invalid("names no database: write it as postgres://user@host/database");
  if (!name.test(schema))
    throw invalid("has a schema that is not 1 to 63 letters, digits and _: give it such a name");
  const hosts = readHosts(authority.slice(at + 1), socket);
  const sslmode = readSslMode(values.get("sslmode"), hosts);
  if (sslrootcert !== undefined && !sslmode.startsWith("verify"))
    throw invalid("has an sslrootcert that sslmode would ignore: set sslmode to verify-full, or remove it");
  return {
    hosts,
    user: decode(user),
    database: decode(database),
    schema,
    sslmode,
    ...(sslrootcert !== undefined && { sslrootcert }),
  };
}

function readQuery(query: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of query.split("&").filter(Boolean)) {
    const [, key = "", value] = /^([^=]*)=?(.*)$/.exec(part) ?? [];
    if (key === "password" || key === "sslpassword" || key === "passfile") throw passwordInUrl();
    const shown = known.test(key) ? `the parameter ${key}, which` : "a parameter that";
    if (!parameters.includes(key))
      throw invalid(`has ${shown} is not one of ${parameters.join(", ")}: remove it`);
    if (!value || values.has(key)) throw invalid(`has no single value for ${key}: give it one, once`);
    values.set(key, decode(value));
  }
  return values;
}

function readHosts(list: string, socket: string | undefined): PostgresHost[] {
  if (socket !== undefined && !socket.startsWith("/"))
    throw invalid(
      "has a host parameter that is not the folder of a socket: write a host before the database",
    );
  const hosts = list.split(",").map((text) => {
    const [, bracketed, plain = "", port = "5432"] =
      /^(?:\[([0-9A-Fa-f:.]+)\]|([^[\]:]*))(?::([^:]+))?$/.exec(text) ?? refuseHost();
    const number = Number(port);
    if (!/^\d{1,5}$/.test(port) || number < 1 || number > 65535)
      throw invalid("has a port that is not a whole number from 1 to 65535: correct it");
    const written = bracketed ?? decode(plain);
    if (socket !== undefined && written !== "")
      throw invalid("names a host and the folder of a socket: remove one of them");
    const host = written || socket;
    if (host === undefined || !/^(?:\/[^\0]*|[A-Za-z0-9.:_-]{1,255})$/.test(host)) return refuseHost();
    return { host, port: number };
  });
  return hosts;
}

function refuseHost(): never {
  throw invalid(
    "has a host that is not a host name, an IPv4 address, an IPv6 address in brackets or, as ?host=, the folder of a socket: correct it",
  );
}

function readSslMode(text: string | undefined, hosts: PostgresHost[]): SslMode {
  if (text === undefined) return hosts.every(isLocal) ? "disable" : "verify-full";
  const mode = sslModes.find((candidate) => candidate === text);
  if (mode) return mode;
  throw invalid(`has an sslmode that is not one of ${sslModes.join(", ")}: give one of them`);
}

/** Whether traffic to a host stays on this machine. */
export function isLocal({ host }: PostgresHost): boolean {
  return /^(?:\/.*|localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}

/** The address as a URL, for people. */
export function describeAddress({ hosts, user, database, schema }: PostgresAddress): string {
  const socket = hosts.find(({ host }) => host.startsWith("/"))?.host;
  const list = hosts.map(({ host, port }) => {
    const written = host.startsWith("/") ? "" : host.includes(":") ? `[${host}]` : host;
    return port === 5432 ? written : `${written}:${port}`;
  });
  const query = [socket && `host=${socket}`, schema !== "backsoon" && `schema=${schema}`].filter(Boolean);
  const parameters = query.length > 0 ? `?${query.join("&")}` : "";
  const [of, at] = [user, database].map(encodeURIComponent);
  return `postgres://${of}@${list.join(",")}/${at}${parameters}`;
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!/\p{Cc}/u.test(decoded)) return decoded;
  } catch {
    // The error is thrown below.
  }
  throw invalid(
    "has a percent-encoding that cannot be read: write each special character as % and two digits",
  );
}

function passwordInUrl(): NoticeError {
  return invalid(
    "holds a password, which a URL gives away: take it out, and set DATABASE_PASSWORD or DATABASE_PASSWORD_FILE",
  );
}

function invalid(reason: string): NoticeError {
  return new NoticeError("DATABASE_INVALID", { reason });
}
