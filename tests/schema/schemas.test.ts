import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { brandSchema } from "../../schema/brand/brand.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { configSchema } from "../../schema/settings/settings-schema.ts";

// The product does not check this at each start.
it.each([
  ["the notice", noticeSchema],
  ["the settings", configSchema],
  ["a brand", brandSchema],
])("The schema of %s is valid by its meta-schema", (_name, schema) => {
  const ajv = new Ajv({ validateFormats: false });
  expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
  expect(ajv.validateSchema({ ...schema, type: "none" })).toBe(false);
});
