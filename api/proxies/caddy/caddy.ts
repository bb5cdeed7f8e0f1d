import { exceptionsOf, type ProxyFile, type Recipe, switchNote } from "../proxy.ts";

const listedIf = (condition: boolean, part: string) => (condition ? [part] : []);
const linesIf = (condition: boolean, ...lines: string[]) =>
  Object.fromEntries(lines.map((line) => [line, listedIf(condition, line)]));

const chosen = (name: string, goes: string, choice: string): ProxyFile => ({
  name,
  goes,
  parts: () => [name],
  choice,
});

const inProxy = "in the `reverse_proxy` of your app";

const installed = "/etc/caddy/Caddyfile";

/**
 * Caddy 2.6 or newer: errors, which come before everything else in a site and do not change how it reaches the app.
 * Newer versions sort `vars` differently, and answer an error that an `expression` raises with 500.
 */
export const caddy: Recipe = {
  files: [
    {
      name: "site.caddyfile",
      goes: "in your app's site",
      include: (path) => `import ${path}`,
      parts: (options) => [
        "site.caddyfile",
        ...listedIf(options.switch, "switch.caddyfile"),
        ...listedIf(options.readOnly, "read-only.caddyfile"),
        "raise.caddyfile",
        ...listedIf(options.staff !== undefined, "staff.caddyfile"),
        "answer.caddyfile",
      ],
    },
    chosen("own-errors.caddyfile", inProxy, "To show the notice instead of your app's own 502, 503 and 504"),
    chosen("hang.caddyfile", inProxy, "If your app hangs, or its host drops packets"),
    chosen(
      "last-resort.caddyfile",
      "beside your sites",
      "Recommended, for a static page when Backsoon is down as well (with --second 127.0.0.1:8091)",
    ),
    {
      name: "editor.caddyfile",
      goes: "beside your sites",
      parts: ({ editor }) => listedIf(editor !== undefined, "editor.caddyfile"),
    },
  ],
  whole: () => ["whole.caddyfile"],
  values: (options) => {
    const { app, second } = options;
    return {
      "/exception": exceptionsOf(options),
      // The choice between several servers, if there are several.
      ...linesIf(app.length > 1, "lb_retries 1"),
      ...linesIf(app.length > 1, 'health_uri "/"', "health_interval 500ms", "health_timeout 60s"),
      ...linesIf(
        second !== undefined,
        "lb_policy first",
        "health_uri /.backsoon/readyz",
        "health_interval 1s",
        "health_timeout 2s",
        "response_header_timeout 2s",
      ),
    };
  },
  installed,
  test: (_folder, whole = installed) => [
    ...(["caddy", "validate", "--config", whole, "--adapter", "caddyfile"] as const),
  ],
  notes: (options) => [
    "If your site has a `handle_errors`, put the import above it. In newer versions, such as 2.11, put it below.",
    ...switchNote(options),
    ...listedIf(
      options.staff !== undefined,
      "Caddy reads the file with the secrets as its own user: " +
        "install -d -m 2750 -g caddy /etc/caddy/backsoon && chgrp caddy /etc/caddy/backsoon/site.caddyfile",
    ),
    ...listedIf(options.app.length > 1, severalApps),
  ],
};

const severalApps =
  "Several app servers need lines in your `reverse_proxy`: lb_retries 1, health_uri with a path " +
  "that your app answers with 200, and health_interval 500ms. Remove fail_duration, which treats a slow app server as down.";
