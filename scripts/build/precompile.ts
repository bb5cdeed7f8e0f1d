import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { filesOf, wholeOf } from "../../api/proxies/recipe.ts";
import { compileToModule } from "../../schema/validation/ajv.ts";
import { unitFile, unitNames } from "../systemd/units.ts";
import { chartSchema } from "./chart-schema.ts";
import { gathered, precompiled } from "./precompiled.ts";

// The last step of the build in Node. Loading Ajv and compiling the schemas would take half of each process's start.
for (const { module, schema } of precompiled) {
  const folder = posix.relative(posix.dirname(module), "schema");
  writeFileSync(new URL(`../../${module}.js`, import.meta.url), compileToModule(schema, folder));
}

// Puts data in place of modules that collect or compute it: doing that at each start would take longer.
for (const module of gathered) {
  const file = new URL(`../../${module}.js`, import.meta.url);
  const exported: object = await import(file.href);
  const lines = Object.entries(exported).map(
    ([name, data]) => `export const ${name} = ${JSON.stringify(data)};\n`,
  );
  writeFileSync(file, lines.join(""));
}

// `backsoon install` makes its units from the units in the build.
for (const file of unitNames.map(unitFile)) {
  mkdirSync(new URL(".", file), { recursive: true });
  copyFileSync(new URL(`../../../../docs/deploy/${posix.basename(file.pathname)}`, import.meta.url), file);
}

// Copies the parts of the proxy recipes, which are files in each proxy's own language.
const parts = new URL("../../../../api/proxies/", import.meta.url);
cpSync(parts, new URL("../../api/proxies/", import.meta.url), {
  recursive: true,
  filter: (path) => !path.endsWith(".ts"),
});

// Writes the configurations of Compose's examples into the documents.
const inContainers = {
  app: ["app:3000"],
  backsoon: "backsoon:8080",
  switch: true,
  readOnly: false,
  postReads: ["/login", "/search", "/graphql"],
  staffAddress: [],
  exceptPath: [],
  localNames: [],
  // Docker's own DNS.
  resolver: "127.0.0.11",
};
write("compose/nginx.conf", wholeOf("nginx", inContainers));
write("compose/Caddyfile", wholeOf("caddy", inContainers));
const [inServer] = filesOf("nginx", inContainers);
write(
  "compose/nginx-proxy-manager.conf",
  `# For the field "Advanced" of a proxy host. Both containers mount the switch's volume, as in compose.yaml.
resolver 127.0.0.11 valid=1s;
proxy_connect_timeout 5s;
${inServer?.text}
# This field cannot reach into the \`location\` of the app.
if ($backsoon_on) { return 418; }`,
);

write("chart/values.schema.json", chartSchema(readFileSync(deployFile("chart/values.yaml"), "utf8")));

function write(file: string, text: string): void {
  writeFileSync(deployFile(file), `${text.trimEnd()}\n`);
}

function deployFile(file: string): URL {
  return new URL(`../../../../docs/deploy/${file}`, import.meta.url);
}
