import type { FastifyInstance } from "fastify";
import { createRefuseCredential } from "../guard/wrong-credentials.ts";
import type { EditorParts } from "../parts.ts";
import { createSessionCookie } from "./cookie.ts";
import type { Invitations } from "./invitations.ts";
import { createSessions } from "./sessions.ts";
import { createReadTokens } from "./tokens.ts";

/** The parts that are needed to know who sends a request. */
export type AuthenticationParts = ReturnType<typeof createAuthentication>;

/** Makes these parts; nobody is signed in yet. */
export function createAuthentication(
  app: FastifyInstance,
  parts: EditorParts & { invitations: Invitations },
) {
  const { now, origin, backend } = parts;
  return {
    ...parts,
    sessions: createSessions(now),
    cookie: createSessionCookie(app, origin),
    refuse: createRefuseCredential(now),
    readTokens: createReadTokens(backend),
  };
}
