import type { ProxyOptions, Recipe } from "../proxy.ts";

const hasSwitch = (options: ProxyOptions) => options.switch || options.readOnly;

/** nginx 1.18 or newer: by its own error path, which touches nothing of the app's upstream, headers and time-outs. */
export const nginx: Recipe = {
  folder: "/etc/nginx/backsoon",
  files: [
    {
      name: "server.conf",
      goes: "in the `server` of your app",
      include: (path) => `include ${path};`,
      parts: () => ["server.conf", "answer.conf"],
    },
    {
      name: "switch.conf",
      goes: "in each `location` that goes to your app",
      include: (path) => `include ${path};`,
      parts: (options) => (hasSwitch(options) ? ["switch.conf"] : []),
    },
  ],
  whole: "whole.conf",
  test: (_folder, whole) => ["nginx", "-t", ...(whole === undefined ? [] : ["-c", whole])],
};
