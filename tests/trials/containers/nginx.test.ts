import { paused, steps, switched, tryCompose } from "./support/compose.ts";

tryCompose("compose.yaml", {
  port: 8001,
  // A paused app does not reply. Shorten the time that the proxy waits.
  changes: [["compose/nginx.conf", "# proxy_read_timeout 30s;", "proxy_read_timeout 2s;"]],
  steps: [...steps, ...paused, ...switched],
});
