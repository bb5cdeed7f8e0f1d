import { paused, steps, switched, tryCompose } from "../../support/trials/compose.ts";

tryCompose("docker compose up -d", {
  port: 8001,
  // A paused app does not reply, and nobody is to wait a minute for that.
  changes: [["compose/nginx.conf", "# proxy_read_timeout 30s;", "proxy_read_timeout 2s;"]],
  steps: [...steps, ...paused, ...switched],
});
