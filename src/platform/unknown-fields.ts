import type { z } from "zod";

/** The parts of schemas that decide which fields their input may have. */
type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
};
const defOf = (schema: z.ZodType) => schema.def as Def;

/**
 * The paths of the fields of `value` that its schema does not declare: `change.titel`, `items.0.lable`. Zod leaves them
 * out without a word; its own strict objects report them in place of each object's message. Takes linear time.
 */
export function unknownFields(schema: z.ZodType, value: unknown, path: readonly string[] = []): string[] {
  const def = defOf(schema);
  if (def.innerType) return unknownFields(def.innerType, value, path);
  if (def.in && def.out) return unknownFields(defOf(def.in).type === "transform" ? def.out : def.in, value, path);
  if (typeof value !== "object" || value === null) return [];
  if (def.options) {
    const found = def.options.map((option) => unknownFields(option, value, path));
    return found.toSorted((left, right) => left.length - right.length)[0] ?? [];
  }
  const inside = (one: z.ZodType | undefined, key: string, part: unknown) =>
    one ? unknownFields(one, part, [...path, key]) : [];
  if (Array.isArray(value)) return value.flatMap((item, at) => inside(def.element, String(at), item));
  const { shape } = def;
  if (!shape) return Object.entries(value).flatMap(([key, part]) => inside(def.valueType, key, part));
  const isOpen = def.catchall !== undefined && defOf(def.catchall).type !== "never";
  return Object.entries(value).flatMap(([key, part]) => {
    if (Object.hasOwn(shape, key)) return inside(shape[key], key, part);
    return isOpen ? [] : [[...path, key].join(".")];
  });
}
