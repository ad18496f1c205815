import { limitingField } from "../wordpress/restrictions.ts";
import { textIn } from "./fields.ts";
import { type Fields, isNamed } from "./front-matter.ts";

/** Fields of plugins. `names`: those that people may miss; `limiting`: the one that limits who reads the text, empty for none. */
type CustomFields = { fields: Fields; names: string[]; limiting: string };

/** Fields that all versions of this importer write, next to `meta`. */
const WRITTEN = ["type", "status", "published"];

/**
 * Takes the custom fields out of front matter that Jekyll's importer has made of a text of WordPress: they are judged as those of
 * its own exports.
 */
export function withoutCustomFields(fields: Fields): CustomFields {
  const { meta, ...rest } = fields;
  const isImported = isNamed(meta) && WRITTEN.every((name) => fields[name] !== undefined);
  if (!isImported) return { fields, names: [], limiting: "" };
  const custom = new Map(Object.entries(meta).map(([name, value]) => [name, [textIn(value)]]));
  return {
    fields: rest,
    names: [...custom.keys()].filter((name) => !name.startsWith("_")),
    limiting: limitingField(custom),
  };
}
