import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  app,
  blocksOf,
  ctrlC,
  follow,
  isChecked,
  isLeft,
  isQuiet,
  prints,
  service,
} from "../../support/trials/documents.ts";
import { type Machine, startMachine } from "../../support/trials/machine.ts";

const startsApp = `node -e 'require("http")`;

it("docs/getting-started.md leads from a clone to a tested notice", async () => {
  const machine = await startMachine();
  const byDocker = isLeft("The trial of containers does this.");
  await follow(machine, "docs/getting-started.md", [
    ...blocksOf("docs/getting-started.md")
      .filter((block) => /^docker|npm run package$/m.test(block))
      .map((block): [string, typeof byDocker] => [block, byDocker]),
    ["npm ci && npm start", service],
    ["npx notice set", prints(/^Revision 2 is published/m)],
    ["curl -s -H 'Accept: application/json'", prints(/"status":503.*"detail":"Back at nine\."/)],
    [startsApp, app],
    ["npx notice proxy nginx --whole", isQuiet],
    ["sudo nginx", isQuiet],
    ["curl -i", prints(/^HTTP\/1.1 200 .*\nthe app$/ms)],
    ["curl -I", prints(/^HTTP\/1.1 503 .*^Maintenance-Notice: 2\r$.*^Retry-After: /ims), ctrlC],
    ["curl -s -o /dev/null -w", prints(/^503$/m)],
    [startsApp, app],
    ["sudo install -d", isQuiet],
    ["npx notice on", prints(/^Visitors see the notice at /m)],
    ["npx notice check --from", isChecked],
    ["npx notice off", prints(/^The app answers at /m)],
    ["curl -s http", prints(/^the app\n$/)],
    ["sudo nginx", prints(/signal process started\n$/)],
    ["rm try-nginx.conf", isQuiet],
  ]);
  await machine.ctrlC();
  await machine.ctrlC();
});

/** Starts Backsoon and a shop, and nginx with the lines that README says to paste. */
async function startShop(machine: Machine): Promise<void> {
  await machine.run(
    "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=shop.example -addext subjectAltName=DNS:shop.example -keyout /etc/shop.key -out /etc/shop.pem",
  );
  machine.env.NODE_EXTRA_CA_CERTS = "/etc/shop.pem";
  const lines = /```nginx\n(.*?)```/s.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
  const [inServer, inLocation] = lines.split("\n\n");
  writeFileSync(
    join(machine.etc, "nginx/conf.d/shop.conf"),
    `server {
      listen 443 ssl;
      server_name shop.example;
      ssl_certificate /etc/shop.pem;
      ssl_certificate_key /etc/shop.key;
      client_max_body_size 10m;
      ${inServer}
      location / {
        ${inLocation}
        proxy_pass http://127.0.0.1:3000;
      }
    }`,
  );
  const [inClone = "", start = ""] = [
    blocksOf("README.md")[0],
    blocksOf("docs/getting-started.md").find((block) => block.startsWith(startsApp)),
  ];
  await machine.stays(inClone, service.stays);
  await machine.stays(start, app.stays);
  await machine.run("notice proxy nginx --switch --out /etc/nginx/backsoon && nginx");
}

const reload = (machine: Machine) => machine.run("nginx -s reload");
const prepare = (machine: Machine) => machine.run("install -d -m 755 /etc/backsoon/switch");
const turnOn = (machine: Machine) => machine.run("touch /etc/backsoon/switch/on");

it("README.md puts Backsoon behind nginx and leads through a maintenance", async () => {
  const machine = await startMachine();
  await startShop(machine);
  await follow(machine, "README.md", [
    ["npm ci && npm start", isLeft("it runs: that is how the shop's Backsoon was started")],
    ["npm ci && npm test", isLeft("this is how the trials' own CI begins")],
    ["sudo notice proxy nginx", prints(/^include .*server\.conf;/m)],
    ["notice set --contact-email", prints(/is published/)],
    ["notice on", prints(/^Visitors see the notice at /m), prepare],
    ["notice off", prints(/^The app answers at .*is published/ms)],
  ]);
  expect(await machine.run("curl -s https://shop.example --cacert /etc/shop.pem")).toBe("the app\n");
});

it("docs/maintenance.md starts, extends and ends a maintenance behind nginx and HAProxy, with access for staff", async () => {
  const machine = await startMachine();
  await startShop(machine);
  const startHaproxy = (machine: Machine) =>
    machine.run("notice proxy haproxy --whole --switch > haproxy.cfg && haproxy -D -f haproxy.cfg");
  const behindHaproxy = (status: number) => async (machine: Machine) =>
    expect(await machine.run("curl -sI http://127.0.0.1:8000")).toContain(`HTTP/1.1 ${status}`);
  await follow(machine, "docs/maintenance.md", [
    ["sudo install -d", isQuiet],
    ["notice on", prints(/^The switch is on\./m)],
    ["notice check --from", isChecked],
    ["notice set --expected-return", prints(/is published/)],
    ["notice off", prints(/is published/)],
    ["for host in", isLeft("there are no other balancers")],
    ["sudo touch", isQuiet],
    ["sudo rm", isQuiet],
    ["sudo systemd-run", isLeft("systemd does not run here")],
    ["ss -Htni", prints(/^/)],
    ["notice bypass", prints(/https:\/\/shop\.example\/\.backsoon\/staff\//)],
    ["sudo notice proxy nginx", prints(/^include .*server\.conf;/m)],
    [
      "notice check --from",
      isChecked,
      async (machine) => {
        await reload(machine);
        await turnOn(machine);
      },
    ],
    ["echo notice off", prints(/^notice off$/m)],
    ["echo notice on", prints(/^notice on\n\n$/), startHaproxy],
  ]);
  await behindHaproxy(503)(machine);
});

it("docs/commands.md changes the text and checks it from outside", async () => {
  const machine = await startMachine();
  await startShop(machine);
  await prepare(machine);
  await follow(machine, "docs/commands.md", [
    ["notice set --message", prints(/is published/)],
    ["notice check --from", isChecked, turnOn],
  ]);
});
