// Stands for your app.
import { createServer } from "node:http";

createServer((request, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end(
    `<!doctype html><title>The app</title><h1>The app</h1><p>You asked for ${encodeURI(request.url)}.`,
  );
}).listen(3000);

// Otherwise the first process of a container ignores it.
process.on("SIGTERM", () => process.exit());
