import { type ProposalRequest, proposalRequestSchema } from "../../../schema/editor-api/proposals.ts";
import { type Fault, NoticeError } from "../../../schema/errors/notice-error.ts";
import { maxFaults } from "../../../schema/notice/faults.ts";
import { normalizeTexts } from "../../../schema/notice/notice.ts";
import { compile } from "../../../schema/validation/ajv.ts";

const findErrors = compile(proposalRequestSchema);

/**
 * Checks a request for a translation, and returns it with its texts in Unicode NFC.
 * @throws NoticeError PROPOSAL_INVALID, with every fault
 */
export function readProposalRequest(value: unknown): ProposalRequest {
  const request = normalizeTexts(value) as ProposalRequest;
  const faults = findErrors(request).map(({ instancePath, message }): Fault => {
    const part = instancePath === "" ? "The request" : `"${instancePath.slice(1).replace("/", ".")}"`;
    const detail = `${part} ${message}: see ProposalRequest in /api/openapi.json.`;
    return { detail, pointer: `#${instancePath}` };
  });
  const [first] = faults;
  if (!first) return request;
  throw new NoticeError("PROPOSAL_INVALID", { reason: first.detail }, { faults: faults.slice(0, maxFaults) });
}
