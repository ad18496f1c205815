import type { ElementName } from "../model.ts";

/** An element of the table, with allowed attributes only. */
export type ContentTag = { name: ElementName; attributes: [name: string, value: string][]; children: ContentNode[] };
/** Text with character references decoded, or an element. No two texts are adjacent. */
export type ContentNode = string | ContentTag;
