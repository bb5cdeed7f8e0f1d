/** What makes a store of the present format one of an older one, by the number of the format that is left. */
export const toOlder: Record<2 | 1, string> = {
  2: `DROP TABLE usage; DROP INDEX revision_by_sum; DROP FUNCTION instance_is_heard, instance_raises, revision_settles, timeline CASCADE; DROP TABLE mark;
    ALTER TABLE instance DROP COLUMN timeline; ALTER TABLE store DROP COLUMN timeline; UPDATE store SET format = 2`,
  1: "DROP TABLE token; DROP TABLE reply; UPDATE store SET format = 1",
};
