import { setImmediate as otherTasks } from "node:timers/promises";
import { type ReadList, readSubscriberList } from "#features/newsletter/audience/rules.ts";
import { InvalidError } from "#shared/errors.ts";
import { readText, type SourceEntry } from "./files.ts";
import { type Read, SourceError, type SourceOptions } from "./items.ts";

/** Larger lists must be split: they are in memory while they are read. Some 200,000 rows have less. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;
const STEP = 500;

/** Reads a CSV of subscribers, of any service or in any language, and yields how its columns are understood first. */
export async function* readList(entry: SourceEntry, { answers }: SourceOptions = {}): AsyncGenerator<Read> {
  const list = await parsed(entry, answers?.[entry.path]);
  const { columns, statuses } = list;
  yield { kind: "mapping", file: entry.path, question: list.question ?? "", columns, statuses };
  for (const { line, value, problem } of list.problems)
    yield { kind: "finding", level: "error", item: `${entry.path}, line ${line}: ${value}`, message: problem };
  // What comes along depends on the answers.
  if (!list.question) yield* summary(entry.path, list);
  for (const [at, { email, name, since }] of list.readers.entries()) {
    if (at % STEP === 0) await otherTasks();
    yield { kind: "subscriber", key: email, email, name, since, state: "subscribed" };
  }
}

async function parsed(
  entry: SourceEntry,
  answers: NonNullable<SourceOptions["answers"]>[string] | undefined,
): Promise<ReadList> {
  try {
    return await readSubscriberList(await readText(entry, MAX_LIST_BYTES), answers);
  } catch (error) {
    if (error instanceof InvalidError) throw new SourceError(`${entry.path}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** What of the rows does not come along, by its number. */
function* summary(path: string, { invalid, problems, left, unclear, repeated }: ReadList): Generator<Read> {
  const rows: readonly [number, "info" | "warning" | "error", string][] = [
    [invalid - problems.length, "error", "more rows are invalid."],
    [left, "info", "people have left or cannot be reached, by the file, and get no mail."],
    [unclear, "warning", "people have a state that is not understood, and are not imported until it is."],
    [repeated, "info", "rows repeat an address."],
  ];
  for (const [count, level, what] of rows)
    if (count > 0) yield { kind: "finding", level, item: path, message: `${count.toLocaleString("en")} ${what}` };
}
