import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SignedIn } from "../../../schema/editor-api/session.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { requireScope } from "../access.ts";
import { sessionKeyIn } from "./authenticate.ts";
import type { SignInLinks } from "./links.ts";
import type { AuthenticationParts } from "./parts.ts";
import type { Holder } from "./sessions.ts";
import { findHolder } from "./tokens.ts";

/** Signing in with a link's secret or a token, whatever the request comes with, and signing out. */
export function signInRoutes(
  app: FastifyInstance,
  parts: AuthenticationParts & { links: SignInLinks },
): void {
  const { author, sessions, cookie, refuse, links } = parts;
  const byShell: Holder = {
    credential: { name: author, scope: "write", id: `shell ${author}` },
    via: "link",
  };
  const holderOf = async ({ secret, token }: SignInBody): Promise<Holder> => {
    if (secret !== undefined) {
      if (links.spend(secret)) return byShell;
      throw new NoticeError("LINK_WRONG", {});
    }
    const holder = await findHolder(parts, token ?? "");
    if (holder) return holder;
    throw new NoticeError("TOKEN_WRONG", {});
  };

  app.post("/api/session", async (request, reply) => {
    const body = readBody(request.body);
    const holder = await request.inTime(holderOf(body)).catch((error: NoticeError) => {
      throw error.status === 401 ? refuse(request.ip, error) : error;
    });
    // Whoever planted an id in this browser must not be signed in with it.
    sessions.close(cookie.read(request) ?? "");
    const { id, key } = sessions.open(holder);
    cookie.write(reply, id);
    return { key } satisfies SignedIn;
  });

  const mayEnd = async (request: FastifyRequest): Promise<void> => {
    const session = sessions.find(cookie.read(request) ?? "", sessionKeyIn(request), false);
    if (session === "locked") throw new NoticeError("SESSION_LOCKED", {});
  };
  app.delete("/api/session", { onRequest: mayEnd }, async (request, reply) => {
    sessions.close(cookie.read(request) ?? "");
    cookie.write(reply, undefined);
    return reply.code(204).send();
  });
}

/** Says who is signed in, how, and until when. */
export function sessionRoute(app: FastifyInstance): void {
  app.get("/api/session", { onRequest: requireScope("read") }, async ({ signIn }) => {
    if (!signIn) throw new NoticeError("CREDENTIAL_MISSING", {});
    const { credential, via, expiresAt } = signIn;
    return { name: credential.name, scope: credential.scope, via, expiresAt };
  });
}

type SignInBody = { secret: string; token?: never } | { secret?: never; token: string };

function readBody(body: unknown): SignInBody {
  const entries = Object.entries(Object(body));
  const [[name, value] = []] = entries;
  const isRead = entries.length === 1 && typeof value === "string" && (name === "secret" || name === "token");
  if (!isRead) {
    const reason =
      'A sign-in is {"secret": "…"}, with the secret of a link, or {"token": "…"}: send one of them.';
    throw new NoticeError("REQUEST_INVALID", { reason });
  }
  return { [name]: value } as unknown as SignInBody;
}
