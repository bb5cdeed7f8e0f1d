import { requirePrograms } from "./programs.ts";

export function setup(): void {
  requirePrograms("The trial of the documents", {
    curl: "curl",
    haproxy: "haproxy",
    ip: "iproute2",
    nginx: "nginx-light",
    nsenter: "util-linux",
    openssl: "openssl",
    socat: "socat",
  });
}
