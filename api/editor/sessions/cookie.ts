import { fastifyCookie } from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sessionMs } from "./sessions.ts";

/**
 * Cookies ignore ports, so the port is in the name: two editors on one machine do not sign each other out.
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-8.5
 */
export function cookieName(origin: string): string {
  const { protocol, port } = new URL(origin);
  const isSecure = protocol === "https:";
  return `${isSecure ? "__Host-" : ""}backsoon-${port || (isSecure ? 443 : 80)}`;
}

/** Reads and writes the session's cookie. */
export function createSessionCookie(app: FastifyInstance, origin: string) {
  // Errors bypass the hook by which the plugin would add its cookies: we write the header ourselves.
  void app.register(fastifyCookie, { hook: false });
  const secure = new URL(origin).protocol === "https:";
  const name = cookieName(origin);
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure } as const;
  return {
    read: ({ headers: { cookie = "" } }: FastifyRequest) => app.parseCookie(cookie)[name] || undefined,
    /** Stores an id in the browser; undefined removes it. */
    write(reply: FastifyReply, id: string | undefined): void {
      const maxAge = id === undefined ? 0 : sessionMs / 1000;
      reply.header("Set-Cookie", app.serializeCookie(name, id ?? "", { ...options, maxAge }));
    },
  };
}
