import { setImmediate as otherTasks } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { peek, type SourceEntry } from "./files.ts";
import { SourceError } from "./items.ts";

/** A row of a table by its headings, without their case and signs: `Web Title` is `webtitle`. */
export type Row = { line: number; cell: (...names: string[]) => string; names: readonly string[] };

const MAX_ROW = 8 * 1024 * 1024;

const headingKey = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, "");

const firstLine = async (entry: SourceEntry): Promise<string> => (await peek(entry)).split(/\r\n|\r|\n/, 1)[0] ?? "";
const DELIMITERS = [",", ";", "\t"];
const delimiterIn = (line: string): string =>
  DELIMITERS.toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ",";

/** The headings of a CSV, as keys. */
export async function headingsOf(entry: SourceEntry): Promise<string[]> {
  const line = await firstLine(entry);
  return line.split(delimiterIn(line)).map(headingKey);
}

/**
 * Reads the CSV that a program wrote, row by row: one with quotes as they should be, whose cells are long texts. Throws
 * SourceError for anything else. Lists that people made are read by `readList`.
 */
export async function* rowsOf(entry: SourceEntry): AsyncGenerator<Row> {
  let names: string[] | undefined;
  const delimiter = delimiterIn(await firstLine(entry));
  const source = await entry.open();
  const parser = source.pipe(
    parse({
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW,
      info: true,
    }),
  );
  source.on("error", (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!names) {
        names = record.map(headingKey);
        continue;
      }
      const keys = names;
      const cell = (...wanted: string[]) =>
        wanted.map((name) => record[keys.indexOf(name)]?.trim() ?? "").find((value) => value !== "") ?? "";
      yield { line: info.lines, cell, names: keys };
      await otherTasks();
    }
  } catch (cause) {
    if (cause instanceof CsvError)
      throw new SourceError(`${entry.path} is not a CSV that can be read: ${cause.message}`, { cause });
    throw new SourceError(`${entry.path} cannot be read: it is damaged.`, { cause });
  } finally {
    source.destroy();
  }
}
