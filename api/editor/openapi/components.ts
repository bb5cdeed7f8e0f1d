import { appSchema } from "../../../schema/editor-api/app.ts";
import { nodesSchema } from "../../../schema/editor-api/nodes.ts";
import { changeSchema, nodeSchema } from "../../../schema/editor-api/parts.ts";
import { problemSchema } from "../../../schema/editor-api/problem.ts";
import {
  hintSchema,
  proposalRequestSchema,
  proposalSchema,
  usageSchema,
} from "../../../schema/editor-api/proposals.ts";
import { revisionListSchema, revisionSchema } from "../../../schema/editor-api/revisions.ts";
import {
  sessionSchema,
  sessionWithProposalsSchema,
  signedInSchema,
  signInSchema,
} from "../../../schema/editor-api/session.ts";
import {
  invitationSchema,
  invitedSchema,
  newTokenSchema,
  tokenListSchema,
} from "../../../schema/editor-api/tokens.ts";
import { writeOutcomeSchema } from "../../../schema/editor-api/write-outcome.ts";
import { noticeSchema, noticeShape } from "../../../schema/notice/notice.ts";
import { circumstances } from "../../../schema/preview/preview-request.ts";

const { $schema: _, $id: __, ...wholeNotice } = noticeSchema;

export const previewSchema = {
  title: "Preview",
  description: "A draft, and for whom, where and when it is shown",
  type: "object",
  additionalProperties: false,
  required: ["notice"],
  properties: { notice: noticeShape, ...circumstances },
};

/** The schemas that have a name in the document. */
const named = {
  Notice: noticeShape,
  Written: writeOutcomeSchema,
  Change: changeSchema,
  RevisionList: revisionListSchema,
  Revision: revisionSchema,
  Nodes: nodesSchema,
  Node: nodeSchema,
  App: appSchema,
  Preview: previewSchema,
  SignIn: signInSchema,
  SignedIn: signedInSchema,
  Session: sessionSchema,
  NewToken: newTokenSchema,
  TokenList: tokenListSchema,
  Invitation: invitationSchema,
  Invited: invitedSchema,
  Problem: problemSchema,
};

/** Those of proposals, which are named where a chat model is set up. */
const ofProposals = {
  ProposalRequest: proposalRequestSchema,
  Proposal: proposalSchema,
  Hint: hintSchema,
  Usage: usageSchema,
};

const nameOf = new Map<unknown, string>(
  Object.entries({ ...named, ...ofProposals }).map(([name, schema]) => [schema, name]),
);

/**
 * The definitions of the named schemas; that of the notice has all its rules, whichever part of them is used elsewhere.
 */
export function schemasFor(hasProposals: boolean): Record<string, object> {
  const all = {
    ...named,
    Notice: wholeNotice,
    ...(hasProposals && { ...ofProposals, Session: sessionWithProposalsSchema }),
  };
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, { ...schema }]));
}

/** A document as JSON that defines each named schema once, and refers to it everywhere else. */
export function writeWithReferences(document: object): string {
  return JSON.stringify(document, (_key, value) => {
    const name = nameOf.get(value);
    return name === undefined ? value : { $ref: `#/components/schemas/${name}` };
  });
}
