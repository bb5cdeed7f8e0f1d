import { fastify } from "fastify";

// A Fastify with nothing to do.
const address = await fastify().listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${address}\n`);
