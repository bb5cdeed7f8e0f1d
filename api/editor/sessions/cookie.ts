import { fastifyCookie } from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sessionKeyHeader } from "../../../schema/editor-api/session-key.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The key of the sign-in from a form, which is read after the headers. */
    formKey?: string;
  }
}

/** As long as browsers keep a cookie, in seconds: the store knows when a sign-in ends. */
const maxAge = 400 * 86_400;
/** How much of a secret is in the cookie if the rest is the key. */
const cookieLength = 27;

/**
 * Cookies ignore ports, so the port is in the name: two editors on one machine do not sign each other out.
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-8.5
 */
export function cookieName(origin: string): string {
  const { protocol, port } = new URL(origin);
  const isSecure = protocol === "https:";
  return `${isSecure ? "__Host-" : ""}backsoon-${port || (isSecure ? 443 : 80)}`;
}

/**
 * Keeps the secret of a sign-in in the browser: over https in the cookie alone. On loopback other programs get the
 * cookie, so it has one half, and the page keeps the other, which is the key.
 */
export function createSessionCookie(app: FastifyInstance, origin: string) {
  // Errors bypass the hook by which the plugin would add its cookies: we write the header ourselves.
  void app.register(fastifyCookie, { hook: false });
  const secure = new URL(origin).protocol === "https:";
  const name = cookieName(origin);
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure } as const;
  const write = (reply: FastifyReply, value: string, seconds: number): void =>
    void reply.header("Set-Cookie", app.serializeCookie(name, value, { ...options, maxAge: seconds }));
  return {
    /** The secret; "locked" if its key is missing. */
    read({ headers, formKey }: FastifyRequest): string | "locked" | undefined {
      const kept = app.parseCookie(headers.cookie ?? "")[name] || undefined;
      if (kept === undefined || secure) return kept;
      const key = formKey ?? headers[sessionKeyHeader.toLowerCase()];
      return typeof key === "string" ? kept + key : "locked";
    },
    /** Keeps a secret; returns the key if there is one. */
    keep(reply: FastifyReply, secret: string): string | undefined {
      write(reply, secure ? secret : secret.slice(0, cookieLength), maxAge);
      return secure ? undefined : secret.slice(cookieLength);
    },
    forget: (reply: FastifyReply): void => write(reply, "", 0),
    /** The error for an unknown secret, which is forgotten. On loopback, only the key may be wrong: as of another tab. */
    refuse(reply: FastifyReply): NoticeError {
      if (!secure) return new NoticeError("SESSION_LOCKED", {});
      write(reply, "", 0);
      return new NoticeError("SESSION_ENDED", {});
    },
  };
}
