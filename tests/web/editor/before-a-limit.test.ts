import { describe, expect, it } from "vitest";
import { faultsOf } from "../../../web/editor/draft/document.ts";
import { draftOf } from "../../../web/editor/draft/draft.ts";
import { withField } from "../../../web/editor/draft/edit.ts";
import { keepDraft, keptDrafts } from "../../../web/editor/kept/kept-drafts.ts";
import { noticeWith, outOfLimits, overlong } from "../../support/texts/notices.ts";
import { storageWith } from "./storage.ts";

const baseOf = (notice = overlong) => ({ revision: 7, etag: '"7-0123abcd"', notice });
const draft = draftOf(baseOf(), "UTC");

describe("a draft of a notice that was published before a limit", () => {
  it("names the field that must be changed, whatever else is typed", () => {
    const fault = { pointer: "#/title", detail: "Title is 10 characters too long: shorten it." };
    expect(faultsOf(draft)).toEqual([fault]);
    expect(faultsOf(withField(draft, "message", "Back at nine."))).toEqual([fault]);
    expect(faultsOf(withField(draft, "title", "Moving"))).toEqual([]);
  });

  it.each(outOfLimits)("is kept and found again: %s", (_name, changes) => {
    const kept = { tab: "a", at: 1, draft: draftOf(baseOf(noticeWith(changes)), "UTC") };
    const storage = storageWith({});
    keepDraft(storage, kept);
    expect(keptDrafts(storage)).toEqual([kept]);
  });
});
