#!/usr/bin/env node
require("./assert-node.cjs");
// What serves is loaded by itself, and at once: a worker and a start have nothing to say.
require("./load.cjs")(process.argv.length > 2 ? "scripts/backsoon.js" : "api/server.js");
