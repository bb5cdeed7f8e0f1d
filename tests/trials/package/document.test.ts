import { dirname } from "node:path";
import { inject, it } from "vitest";
import { follow, left, service } from "../documents/support/following.ts";
import { programOf } from "./support/installing.ts";

it("docs/install.md leads from a package to a running service, and removes it", () => {
  const node = programOf("24");
  const newer = "There is no newer package. Another test of this trial updates.";
  return follow(
    "docs/install.md",
    [
      ...left("The package is made before the trial.", "npm ci && npm run package"),
      ["npm config set prefix", /^$/],
      ["npm i -g ./backsoon-0.1.0.tgz", /added 1 package/],
      ["backsoon", service],
      ["notice set", /Revision 2 is published.*^ok /ms],
      ["notice backup", /notice\.db/],
      ...left(newer, "npm i -g ./backsoon-0.2.0.tgz"),
      ["npm rm -g backsoon", /removed \d+ packages/, "ctrl_c"],
      [
        "sudo npm i -g ./backsoon-0.1.0.tgz",
        /added 1 package/,
        // Node for every user, and nothing of the first part.
        `npm config delete prefix; mount -t tmpfs tmpfs /opt; mkdir /opt/bin; cp ${node} /opt/bin/; PATH=/opt/bin:$PATH`,
      ],
      ["sudo backsoon install --systemd --dry-run", /backsoon\.socket/],
      ...left(
        "systemd does not run here. Tests of the project hold systemd's own check to the units.",
        ...["sudo backsoon install --systemd", "sudo notice set", "sudo touch", "sudoedit"],
        ...["sudo systemctl edit backsoon.socket", "sudo systemctl enable --now backsoon-editor"],
        "sudo notice backup",
      ),
      ...left(newer, "sudo npm i -g ./backsoon-0.2.0.tgz"),
      ...left("systemd does not run here.", "sudo systemctl disable", "sudo rm -r"),
      ...left(
        "Other trials run the image and the chart.",
        ...[
          "docker build",
          "docker run",
          "docker exec backsoon notice set",
          "docker exec backsoon notice backup",
        ],
        ...["docker stop", "docker rm", "docker volume rm", "helm install"],
      ),
    ],
    {
      // The package is for a newer Node than the clone.
      first: `cp ${inject("packageFile")} backsoon-0.1.0.tgz
        PATH=${dirname(node)}:$PATH NPM=${programOf("npm-11")}`,
    },
  );
});
