import { formatOf, type ReadLine, readRedirects } from "#features/addresses/redirects/import.ts";
import { InvalidError } from "#shared/errors.ts";
import { peek, readText, type SourceEntry, type SourceFiles } from "../files.ts";
import { type Read, type Source, SourceError } from "../items.ts";

/** Files of redirects have at most 10,000 lines. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Whether a file is named as those with redirects are. */
function isNamed(path: string): boolean {
  const name = (path.split("/").at(-1) ?? "").toLowerCase();
  return name === "_redirects" || (name.includes("redirect") && /\.(?:csv|json|ya?ml|txt)$/.test(name));
}

const filesIn = ({ entries }: SourceFiles) =>
  entries.length === 1 ? entries : entries.filter(({ path }) => isNamed(path));

/** Lists of redirects, in the formats that settings import: CSV, `_redirects`, and Ghost's JSON and YAML. */
export const redirectsSource: Source = {
  kind: "redirects",
  label: "Redirects",
  async recognises(files) {
    const [entry] = filesIn(files);
    if (!entry) return false;
    return isNamed(entry.path) && isList(await peek(entry));
  },
  async *read(files) {
    const found = filesIn(files);
    if (found.length === 0) throw new SourceError("There is no file of redirects.");
    yield { kind: "site", address: "", name: "", language: "" };
    for (const entry of found) yield* readFile(entry);
  },
};

function isList(start: string): boolean {
  try {
    formatOf(start);
    return start.includes("/");
  } catch {
    // Rules of a web server, which are no list.
    return false;
  }
}

async function* readFile(entry: SourceEntry): AsyncGenerator<Read> {
  for (const line of linesOf(await readText(entry, MAX_BYTES), entry.path)) {
    if ("why" in line) {
      const item = `${entry.path}, line ${line.line}: ${line.from.slice(0, 200)}`;
      yield { kind: "finding", level: "error", item, message: line.why };
      continue;
    }
    const { from, to, code } = line.body;
    yield { kind: "redirect", key: from, from, to, code };
  }
}

function linesOf(text: string, path: string): ReadLine[] {
  try {
    return readRedirects(text);
  } catch (error) {
    if (error instanceof InvalidError) throw new SourceError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
