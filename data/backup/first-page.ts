import { closeSync, openSync, readSync } from "node:fs";
import { magic } from "../sqlite-file/header.ts";

/** The largest page that there is, in bytes. */
const maxPageBytes = 65_536;
/** More objects than a store has. */
const maxObjects = 20;

/**
 * Says what is wrong with the beginning of a file that should be a store. A store's list of objects fits into the first
 * page; that of another file may have any length, and SQLite parses all of it before the first query. Not for a file
 * that this process has open in SQLite: its locks would be lost.
 * @see https://www.sqlite.org/fileformat2.html#b_tree_pages
 */
export function faultOfFirstPage(file: string): string | undefined {
  const page = Buffer.alloc(maxPageBytes);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, page, 0, maxPageBytes, 0);
  } finally {
    closeSync(descriptor);
  }
  if (page.toString("latin1", 0, magic.length) !== magic) return "it is not a SQLite file";
  const isLeaf = page[100] === 13;
  const count = page.readUInt16BE(103);
  const isList = isLeaf && count <= maxObjects && [...Array(count).keys()].every(isShort);
  return isList ? undefined : "it has more tables, views or triggers than a store";

  /** Whether an object's size is written in no more than two bytes, and is below 16 KiB. */
  function isShort(index: number): boolean {
    const start = page.readUInt16BE(108 + 2 * index);
    return page.readUInt8(start) < 0x80 || page.readUInt8(Math.min(start + 1, maxPageBytes - 1)) < 0x80;
  }
}
