import { requirePrograms } from "./programs.ts";

/** Finds what the documents' readers have before any test runs, installs it where it is missing, else fails. */
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
