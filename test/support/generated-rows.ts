import type { ColumnMetadata, TableMetadata } from "kysely";

type Content = {
  text: string;
  /** What ids and small numbers are, so that they refer to rows that exist. */
  id: number;
  /** What times and sizes are. */
  large: number;
  /** Whether columns that could be left out have a value. */
  isFull: boolean;
};

function valueFor({ name, dataType }: ColumnMetadata, { text, id, large }: Content): string | number {
  if (/text|char/i.test(dataType)) return text;
  if (/real|double|float8/i.test(dataType)) return 1 / 3;
  const isLarge = /bigint|int8/i.test(dataType) && !/_(id|by)$/.test(name);
  return isLarge ? large : id;
}

/** A row for a table, made from its columns. Tables with a check of their own, or keys of texts, need one by hand. */
export function generatedRow({ columns }: TableMetadata, content: Content): Record<string, string | number> {
  const isSerial = ({ name, dataType }: ColumnMetadata) => name === "id" && /int/i.test(dataType);
  // SQLite calls a key nullable.
  const isNeeded = ({ isNullable, hasDefaultValue, name }: ColumnMetadata) =>
    (!isNullable && !hasDefaultValue) || name === columns[0]?.name;
  const filled = columns.filter((column) => !isSerial(column) && (content.isFull || isNeeded(column)));
  return Object.fromEntries(filled.map((column) => [column.name, valueFor(column, content)]));
}
