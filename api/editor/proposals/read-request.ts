import type { ErrorObject } from "ajv";
import { type ProposalRequest, proposalRequestSchema } from "../../../schema/editor-api/proposals.ts";
import type { Fault } from "../../../schema/errors/fault.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { fragmentOf, namesIn } from "../../../schema/json/pointer.ts";
import { canonicalTag } from "../../../schema/languages/canonical.ts";
import { means } from "../../../schema/languages/tags.ts";
import { maxFaults } from "../../../schema/notice/faults/find-faults.ts";
import { normalizeTexts } from "../../../schema/notice/normalize.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import { compile } from "../../../schema/validation/ajv.ts";
import { firstOfEachPart } from "../../../schema/validation/parts.ts";

const findErrors = compile(proposalRequestSchema);

/**
 * Checks a request for a translation, and returns it with its texts in Unicode NFC.
 * @throws NoticeError PROPOSAL_INVALID, with every fault
 */
export function readProposalRequest(value: unknown): ProposalRequest {
  const request = normalizeTexts(value);
  const faults = firstOfEachPart(findErrors(request)).map(faultOf).slice(0, maxFaults);
  const [first = sameLanguage(request as ProposalRequest)] = faults;
  if (first)
    throw new NoticeError(
      "PROPOSAL_INVALID",
      { reason: first.detail },
      { faults: [first, ...faults.slice(1)] },
    );
  return request as ProposalRequest;
}

function sameLanguage({ from, to }: ProposalRequest): Fault | undefined {
  if (from === undefined || (canonicalTag(from) === from && !means(from, to))) return undefined;
  return { detail: `"from" is "${from}": name another language than "to", or none.`, pointer: "#/from" };
}

/** Each part of the schema has its rule as a description. */
function faultOf({ instancePath, params, data, parentSchema }: ErrorObject): Fault {
  const { missingProperty: missing, additionalProperty: surplus } = params;
  const names = [...namesIn(instancePath), ...(missing === undefined ? [] : [missing])];
  const part = names.length === 0 ? "The request" : `"${names.join(".")}"`;
  const rule =
    missing === undefined ? parentSchema?.description : parentSchema?.properties[missing].description;
  const detail =
    surplus === undefined
      ? `${part} is ${missing === undefined ? showValue(data) : "missing"}: send ${rule}.`
      : `${part} has ${showValue(surplus)}, which is unknown: remove it.`;
  return { detail, pointer: fragmentOf(names) };
}
