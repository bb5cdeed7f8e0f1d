import { Session } from "node:inspector";

// Loaded before a server: on a signal, it collects its garbage as V8 does in a quiet moment.
const session = new Session();
session.connect();
process.on("SIGUSR2", () => session.post("HeapProfiler.collectGarbage"));
