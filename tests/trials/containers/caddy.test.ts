import { paused, steps, switched, tryCompose } from "./support/compose.ts";

tryCompose("compose.caddy.yaml", {
  options: "-f docs/deploy/compose.caddy.yaml",
  port: 8002,
  // A paused app does not reply. Shorten the minute that the proxy waits.
  changes: [["compose/Caddyfile", "response_header_timeout 60s", "response_header_timeout 2s"]],
  steps: [...steps, ...paused, ...switched],
});
