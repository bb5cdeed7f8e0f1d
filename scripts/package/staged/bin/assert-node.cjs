// Written for every version of Node, and run first: the SQLite driver crashes on old versions.
var version = process.versions.node;
var parts = version.split(".").map(Number);
if (!(parts[0] >= 24 || (parts[0] === 22 && parts[1] >= 14))) {
  process.stderr.write(
    `Backsoon needs Node 22.14 or a newer 22, or 24 or newer, and this is Node ${version}: install a newer Node, then try again.\n`,
  );
  process.exit(1);
}
