import { type Step, steps, tryCompose } from "../containers/support/compose.ts";

const options = "-f docs/deploy/compose.traefik.yaml";
const up = "up -d backsoon";
const planned: Step[] = [
  { does: "Backsoon comes before the app", commands: [`NOTICE_PRIORITY=1000 ${up}`], answers: "notice" },
  { does: "the app comes before Backsoon", commands: [up], answers: "app" },
];

tryCompose("compose.traefik.yaml", {
  options,
  port: 8001,
  // Docker tells Traefik that a container ended. Until then, some visitors get Traefik's 502.
  steps: [...steps.map(({ strict: _, ...step }) => step), ...planned],
});
