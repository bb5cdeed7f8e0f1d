// Loaded before a command: kills its process right before the step KILL_AT, counted from 0. A step changes a name in
// the folder KILL_IN (the switch's folder unless set), or tells HAProxy.
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { dirname } from "node:path";

const folder = process.env.KILL_IN ?? dirname(process.env.SWITCH.replace(/^haproxy:/, "").split(",")[0]);
let step = 0;
const killing =
  (call) =>
  (...args) => {
    if (String(args[0]).startsWith(folder) && step++ === Number(process.env.KILL_AT))
      process.kill(process.pid, "SIGKILL");
    return call(...args);
  };
for (const name of ["rename", "rm", "open"]) fs[name] = killing(fs[name]);
net.connect = killing(net.connect);
syncBuiltinESMExports();
