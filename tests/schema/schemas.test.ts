import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { brandSchema } from "../../schema/brand/brand.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { configSchema } from "../../schema/settings/settings-schema.ts";

// The product does not check this at each start.
it("The schemas of the notice, the settings and a brand are valid by their meta-schema", () => {
  const ajv = new Ajv({ validateFormats: false });
  for (const schema of [noticeSchema, configSchema, brandSchema])
    expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
});
