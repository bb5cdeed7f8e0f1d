import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The least that Node can do: send the reply from the given file to every request.
const [, , file = ""] = process.argv;
const { status, headers, body: encoded } = JSON.parse(readFileSync(file, "utf8"));
const body = encoded === "" ? undefined : Buffer.from(encoded, "base64");

const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(body);
}).listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
