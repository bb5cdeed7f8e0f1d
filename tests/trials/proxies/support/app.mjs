import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import { createServer } from "node:http";
import net from "node:net";

// The app of the trials, in a process of its own with two workers. The path of a request says what to do with it. Each
// line of output says what a worker did with which request, and is written before the reply.
const [, program = "", port, backlog = "1024", host = "127.0.0.1"] = process.argv;
/** The descriptor of the socket that a worker gets from its parent. */
const descriptor = 4;
let underWay = 0;
let isEnding = false;

if (!port) work();
else superviseWorkers();

function superviseWorkers() {
  // The parent accepts nothing: who connects while a worker dies gets the other worker.
  const handle = net._createServerHandle(host, Number(port), 4);
  const workers = new Set();
  const start = () => {
    const stdio = ["ignore", "inherit", "inherit", "ipc", handle.fd];
    const worker = fork(program, ["", backlog], { stdio });
    workers.add(worker);
    worker.on("exit", () => {
      workers.delete(worker);
      if (!isEnding) start();
      else if (workers.size === 0) process.exit();
    });
  };
  start();
  start();
  process.on("disconnect", () => process.exit());
  process.on("message", () => {
    isEnding = true;
    handle.close();
    for (const worker of workers) worker.send("end");
  });
}

function work() {
  // If an app closes connections that a proxy keeps, requests are lost with every proxy.
  const server = createServer({ keepAliveTimeout: 600_000 }, serve);
  // Node's parser refuses a path in UTF-8, which other apps take.
  server.on("clientError", (_, socket) =>
    socket.end("HTTP/1.1 200 OK\r\nX-App: none\r\nConnection: close\r\n\r\n"),
  );
  server.on("upgrade", echo).listen({ fd: descriptor }, Number(backlog), () => tell("listens", process.pid));
  process.on("disconnect", () => process.exit());
  // It takes no more connections, and replies to what it has.
  process.on("message", () => {
    isEnding = true;
    net.Server.prototype.close.call(server);
    setInterval(() => underWay === 0 && process.exit(), 1000);
  });
}

function tell(...words) {
  writeSync(1, `${words.join(" ")}\n`);
}

function serve(request, response) {
  const { method, url } = request;
  const { pathname, searchParams } = new URL(url, "http://app");
  const id = request.headers["x-id"] ?? "none";
  tell("begun", id, method, url, request.headers.cookie ?? "");
  underWay += 1;
  response.on("close", () => (underWay -= 1));
  let bytes = 0;
  request.on("error", () => {}).on("data", (chunk) => (bytes += chunk.length));
  const reply = (status) => {
    if (method !== "GET" && method !== "HEAD") tell("done", id);
    const isPage = request.headers.accept?.includes("text/html");
    const body = isPage ? "<title>The app</title>" : JSON.stringify({ id, bytes });
    const type = isPage ? "text/html" : "application/json";
    response
      .writeHead(status, { "X-App": id, "Content-Type": type, "Content-Length": body.length })
      .end(body);
  };
  request.on("end", () => {
    const ms = Number(searchParams.get("ms"));
    if (pathname === "/slow") setTimeout(reply, ms, 200);
    else if (pathname === "/events") {
      response.writeHead(200, { "X-App": id, "Content-Type": "text/event-stream" }).write("data: first\n\n");
      setTimeout(() => response.end("data: last\n\n"), ms);
    } else if (pathname === "/half") {
      response.writeHead(200, { "X-App": id, "Content-Length": 13 }).write("half a ");
      setTimeout(() => response.destroy(), 100);
    } else if (pathname === "/dies") {
      tell("done", id);
      process.kill(process.pid, "SIGKILL");
    } else if (pathname === "/hangs-up") {
      tell("done", id);
      setTimeout(() => request.socket.destroy(), ms);
    } else if (/^\/api\/notice$|\/backsoon-notice$/.test(pathname)) reply(404);
    else reply(Number(/^\/status\/(\d+)/.exec(pathname)?.[1] ?? 200));
  });
}

function echo({ url, headers }, socket) {
  const id = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash("sha1").update(id).digest("base64");
  tell("begun", headers["x-id"] ?? "none", "websocket", url, headers.cookie ?? "");
  const lines = ["Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
  socket.on("error", () => {}).write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
  socket.pipe(socket);
}
