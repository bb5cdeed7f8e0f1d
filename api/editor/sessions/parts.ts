import type { FastifyInstance } from "fastify";
import { createRefuseCredential, type RefuseCredential } from "../guard/wrong-credentials.ts";
import type { EditorParts } from "../parts.ts";
import { createSessionCookie, type SessionCookie } from "./cookie.ts";
import type { Invitations } from "./invitations.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createReadTokens, type ReadTokens } from "./tokens.ts";

/** The parts that are needed to know who sends a request. */
export interface AuthenticationParts extends EditorParts {
  sessions: Sessions;
  cookie: SessionCookie;
  refuse: RefuseCredential;
  invitations: Invitations;
  readTokens: ReadTokens;
}

/** Makes those parts, with nobody signed in and nobody wrong yet. */
export function createAuthentication(
  app: FastifyInstance,
  parts: EditorParts & Pick<AuthenticationParts, "invitations">,
): AuthenticationParts {
  const { now, origin, backend } = parts;
  return {
    ...parts,
    sessions: createSessions(now),
    cookie: createSessionCookie(app, origin),
    refuse: createRefuseCredential(now),
    readTokens: createReadTokens(backend),
  };
}
