#!/usr/bin/env node
require("./assert-node.cjs");
require("./load.cjs")("scripts/notice.js");
