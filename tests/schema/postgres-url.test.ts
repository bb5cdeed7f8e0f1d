import { describe, expect, it } from "vitest";
import { describeAddress, isDatabaseUrl, readPostgresUrl } from "../../schema/settings/postgres-url.ts";

const plain = { user: "app", database: "db", schema: "backsoon", sslmode: "verify-full" };
const plainText = { sslmode: "disable" };
const at = (host: string, port = 5432) => ({ host, port });

describe("The URL of a database", () => {
  it.each([
    ["postgres://app@db.example/db", { hosts: [at("db.example")] }],
    ["postgresql://app@db.example:6432/db", { hosts: [at("db.example", 6432)] }],
    ["POSTGRES://app@localhost/db", { hosts: [at("localhost")], ...plainText }],
    ["postgres://app@127.0.0.1:1/db", { hosts: [at("127.0.0.1", 1)], ...plainText }],
    ["postgres://app@[::1]:5433/db", { hosts: [at("::1", 5433)], ...plainText }],
    ["postgres://app@[fd00::7]/db", { hosts: [at("fd00::7")] }],
    ["postgres://app@a,b:5433,[::1]/db", { hosts: [at("a"), at("b", 5433), at("::1")] }],
    ["postgres://app@localhost,127.1.1.1/db", { hosts: [at("localhost"), at("127.1.1.1")], ...plainText }],
    ["postgres://app@/db?host=/run/postgresql", { hosts: [at("/run/postgresql")], ...plainText }],
    ["postgres://app@:5433/db?host=%2Frun%2Fpg", { hosts: [at("/run/pg", 5433)], ...plainText }],
    ["postgres://app@%2Frun%2Fpg/db", { hosts: [at("/run/pg")], ...plainText }],
    ["postgres://a%40b%3Ac@h/d%2Fb", { hosts: [at("h")], user: "a@b:c", database: "d/b" }],
    ["postgres://app@h/db?schema=notice_2", { hosts: [at("h")], schema: "notice_2" }],
    ["postgres://app@h/db?sslmode=require", { hosts: [at("h")], sslmode: "require" }],
    ["postgres://app@localhost/db?sslmode=verify-ca", { hosts: [at("localhost")], sslmode: "verify-ca" }],
    ["postgres://app@h/db?sslrootcert=/a=b.pem", { hosts: [at("h")], sslrootcert: "/a=b.pem" }],
    [
      "postgres://a@h/db?sslrootcert=%2Fa%3D1&sslmode=verify-full",
      { hosts: [at("h")], user: "a", sslrootcert: "/a=1" },
    ],
  ])("is read: %s", (url, address) => {
    const read = readPostgresUrl(url);
    expect(read).toEqual({ ...plain, ...address });
    const { sslmode: _mode, sslrootcert: _cert, ...rest } = read;
    expect(readPostgresUrl(describeAddress(read))).toMatchObject(rest);
  });

  it.each([
    ["postgres://app:sentinel@h/db", "holds a password"],
    ["postgres://app:sent@inel@h/db", "holds a password"],
    ["postgres://app:sentinel/x@h/db", "is neither"],
    ["postgres://app:sentinel?x@h/db", "has a parameter that is not one of"],
    ["postgres://app:sentinel#@h/db", "is neither the path of a file nor a URL"],
    ["postgres:app:sentinel@h/db", "is neither"],
    ['"postgres://app:sentinel@h/db"', "is neither"],
    ["postgres://app@h/db?password=sentinel", "holds a password"],
    ["postgres://app@h/db?pasword=sentinel", "has a parameter that is not one of schema, sslmode"],
    ["postgres://app@h/db?target_session_attrs=any", "has the parameter target_session_attrs, which"],
    ["postgres://app@h/db?schema=a&schema=b", "has no single value for schema"],
    ["postgres://app@h/db?schema=sen-tinel", "has a schema that is not 1 to 63 letters"],
    ["postgres://app@h/db?sslmode=prefer", "has an sslmode that is not one of disable, require"],
    ["postgres://app@h/db?sslmode=require&sslrootcert=/ca", "has an sslrootcert that sslmode would ignore"],
    ["postgres://h/db", "names no user"],
    ["postgres://app@h/", "names no database"],
    ["postgres://app@/db", "has a host that is not"],
    ["postgres://app@a,,b/db", "has a host that is not"],
    ["postgres://app@h/db?host=/run", "names a host and the folder of a socket"],
    ["postgres://app@/db?host=h", "has a host parameter that is not the folder of a socket"],
    ["postgres://app@h:0/db", "has a port that is not a whole number from 1 to 65535"],
    ["postgres://app@h:sentinel/db", "has a port that is not"],
    ["postgres://app@::1/db", "has a host that is not"],
    ["postgres://app@h%/db", "has a percent-encoding that cannot be read"],
    ["postgres://app@h/db%00", "has a percent-encoding that cannot be read"],
  ])("is refused without showing a possible secret: %s", (url, sentence) => {
    expect(isDatabaseUrl(url)).toBe(true);
    const read = () => readPostgresUrl(url);
    expect(read).toThrow(new RegExp(`^DATABASE (?:${sentence})[^\n]*[:,] [^\n]*\\.$`));
    expect(read).not.toThrow(/sentinel|sent@|sen-/);
  });

  it.each(["var/notice.db", "/srv/postgres/notice.db", "C:\\notice.db", "postgres.db", "file:notice.db"])(
    "is told from the path %s",
    (path) => expect(isDatabaseUrl(path)).toBe(false),
  );
});
