import { type Step, steps, tryCompose } from "../containers/support/compose.ts";

const planned: Step[] = [
  ["notice", "Backsoon comes before the app", "NOTICE_PRIORITY=1000 up -d backsoon"],
  ["app", "the app comes before Backsoon", "up -d backsoon"],
];

tryCompose("compose.traefik.yaml", {
  options: "-f docs/deploy/compose.traefik.yaml",
  port: 8001,
  // Docker tells Traefik that a container ended. Until then, some visitors get Traefik's 502.
  steps: [...steps.map(([answers, does, commands]): Step => [answers, does, commands]), ...planned],
});
