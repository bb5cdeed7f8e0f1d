import { copyFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject, it } from "vitest";
import { ctrlC, follow, isLeft, isQuiet, prints, service } from "../../support/trials/documents.ts";
import { type Machine, startMachine } from "../../support/trials/machine.ts";
import { programOf } from "../../support/trials/package.ts";

it("docs/install.md leads from a package to a running service, and removes it", async () => {
  const machine = await startMachine();
  const elsewhere = (machine: Machine) => {
    copyFileSync(inject("packageFile"), join(machine.clone, "backsoon-0.1.0.tgz"));
    // The package is for a newer Node than the clone.
    machine.env.PATH = `${machine.env.PATH}`.replace(dirname(process.execPath), dirname(programOf("24")));
    machine.env.NPM = programOf("npm-11");
  };
  /** Node for every user, below /opt, and a machine where nothing was installed before. */
  const anew = (machine: Machine) => {
    machine.env.PATH = `/opt/bin:${machine.env.PATH}`;
    const node = programOf("24");
    return machine.run(
      `npm config delete prefix && mount -t tmpfs tmpfs /opt && mkdir /opt/bin && cp ${node} /opt/bin/`,
    );
  };
  const noNewer = isLeft("there is no newer package; the trial of the package updates to one that it makes");
  const noSystemd = isLeft(
    "no systemd runs here; a test of the project holds systemd's own check to the units",
  );
  const noDocker = isLeft("there is no Docker here; the trial of the image builds and runs it without");
  await follow(machine, "docs/install.md", [
    ["npm ci && npm run package", isLeft("it needs npm's registry: the package is made before the trial")],
    ["npm config set prefix", isQuiet, elsewhere],
    ["npm i -g ./backsoon-0.1.0.tgz", prints(/added 1 package/)],
    ["backsoon", service],
    ["notice set", prints(/Revision 2 is published.*^ok /ms)],
    ["notice backup", prints(/notice\.db/)],
    ["npm i -g ./backsoon-0.2.0.tgz", noNewer],
    ["npm rm -g backsoon", prints(/removed \d+ packages/), ctrlC],
    ["sudo npm i -g ./backsoon-0.1.0.tgz", prints(/added 1 package/), anew],
    ["sudo backsoon install --systemd --dry-run", prints(/backsoon\.socket/)],
    ["sudo backsoon install --systemd", noSystemd],
    ["sudo notice set", noSystemd],
    ["sudo touch", noSystemd],
    ["sudoedit", noSystemd],
    ["sudo systemctl edit backsoon.socket", noSystemd],
    ["sudo systemctl enable --now backsoon-editor", noSystemd],
    ["sudo notice backup", noSystemd],
    ["sudo npm i -g ./backsoon-0.2.0.tgz", noNewer],
    ["sudo systemctl disable", noSystemd],
    ["sudo rm -r", noSystemd],
    ["docker build", noDocker],
    ["docker run", noDocker],
    ["docker exec backsoon notice set", noDocker],
    ["docker exec backsoon notice backup", noDocker],
    ["docker stop", noDocker],
    ["docker rm", noDocker],
    ["docker volume rm", noDocker],
    ["helm install", isLeft("there is no cluster here; the trial of the chart installs it")],
  ]);
});
