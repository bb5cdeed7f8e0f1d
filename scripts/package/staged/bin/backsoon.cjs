#!/usr/bin/env node
require("./assert-node.cjs");
// Serving loads only the server, so that starts are fast.
require("./load.cjs")(process.argv.length > 2 ? "scripts/backsoon.js" : "api/server.js");
