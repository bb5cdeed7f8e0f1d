import { appSchema } from "../../../schema/editor-api/app.ts";
import { nodesSchema } from "../../../schema/editor-api/nodes.ts";
import {
  sessionKeyField,
  sessionSchema,
  signedInSchema,
  signInSchema,
} from "../../../schema/editor-api/session.ts";
import { invitationSchema, invitedSchema, tokenListSchema } from "../../../schema/editor-api/tokens.ts";
import { json } from "../notice/media-type.ts";
import { previewSchema } from "./components.ts";
import { problemOrPageReplies, problemReplies } from "./problem-replies.ts";
import { emptyReply, jsonReply, pageReply } from "./replies.ts";

/** The security of requests that need no credential. */
const open: object[] = [];
/** That of requests which only those may send who signed in with a link of the shell's. */
const byLink = [{ session: [], key: [] }];
const cookie = { "Set-Cookie": { required: true, schema: { type: "string" } } };
const alive = {
  type: "object",
  additionalProperties: false,
  required: ["status"],
  properties: { status: { const: "alive" } },
};

/** Signing in, and everything besides the notice and its history. */
export const otherPaths = {
  "/api/session": {
    post: {
      operationId: "signIn",
      summary: "Sign in with a link's secret, with a token, or with an invitation, which makes a token",
      security: open,
      requestBody: { required: true, content: { [json]: { schema: signInSchema } } },
      responses: {
        200: jsonReply("Signed in: the cookie is the session, with this key", signedInSchema, cookie),
        ...problemReplies(401, 403, 409, 413, 421, 429, 503),
      },
    },
    get: {
      operationId: "getSession",
      summary: "Who is signed in",
      responses: {
        200: jsonReply("The session", sessionSchema),
        ...problemReplies(401, 403, 421, 429, 503),
      },
    },
    delete: {
      operationId: "signOut",
      summary: "Sign out",
      security: [{}, { session: [], key: [] }],
      responses: { 204: emptyReply("Signed out", cookie), ...problemReplies(401, 403, 413, 421) },
    },
  },
  "/api/tokens": {
    get: {
      operationId: "listTokens",
      summary: "The tokens and when they end",
      security: byLink,
      responses: {
        200: jsonReply("The tokens", tokenListSchema),
        ...problemReplies(401, 403, 421, 429, 503),
      },
    },
  },
  "/api/invitations": {
    post: {
      operationId: "invite",
      summary: "Invite somebody: a link that makes a token for them and signs them in, once",
      security: byLink,
      requestBody: { required: true, content: { [json]: { schema: invitationSchema } } },
      responses: {
        200: jsonReply("The invitation, which only this reply shows", invitedSchema),
        ...problemReplies(401, 403, 409, 413, 421, 422, 429, 503),
      },
    },
  },
  "/preview": {
    post: {
      operationId: "preview",
      summary: "The page of a draft, as visitors would get it",
      requestBody: {
        required: true,
        content: {
          [json]: { schema: previewSchema },
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["preview"],
              properties: {
                preview: { description: "the same as JSON text", type: "string" },
                [sessionKeyField]: {
                  description: "the key of the session, as a form has no headers",
                  type: "string",
                },
              },
            },
          },
        },
      },
      responses: {
        200: pageReply("The page, for a sandboxed frame"),
        ...problemOrPageReplies(401, 403, 413, 421, 422, 429, 503),
      },
    },
  },
  "/api/nodes": {
    get: {
      operationId: "listNodes",
      summary: "Who shows visitors the notice of a shared store, and which revision",
      responses: {
        200: jsonReply("The nodes", nodesSchema),
        ...problemReplies(401, 403, 421, 429, 503),
      },
    },
  },
  "/api/app": {
    get: {
      operationId: "getApp",
      summary: "Whether the app answers at its public address, asked at most 15 seconds ago",
      responses: {
        200: jsonReply("What answers there", appSchema),
        ...problemReplies(401, 403, 421, 429, 503),
      },
    },
  },
  "/healthz": {
    get: {
      operationId: "checkHealth",
      summary: "Whether the editor can answer, by whatever name it is asked",
      security: open,
      responses: { 200: jsonReply("It can", alive), ...problemReplies() },
    },
  },
  "/api/openapi.json": {
    get: {
      operationId: "describeApi",
      summary: "This document",
      security: open,
      responses: {
        200: jsonReply("The document", { type: "object" }),
        ...problemReplies(401, 403, 421, 429, 503),
      },
    },
  },
};
