import { peek, type SourceFiles } from "../files.ts";
import { type Source, SourceError } from "../items.ts";
import { readList } from "../lists.ts";

const LIST = /\.(?:csv|tsv|txt)$/i;
const ADDRESS = /[\p{L}\p{N}]@[\p{L}\p{N}]/u;

const listsIn = ({ entries }: SourceFiles) => entries.filter(({ path }) => LIST.test(path));

/** Lists of subscribers in CSV, of any service. */
export const subscribersSource: Source = {
  kind: "subscribers",
  label: "Subscribers",
  async recognises(files) {
    for (const entry of listsIn(files)) if (ADDRESS.test(await peek(entry))) return true;
    return false;
  },
  async *read(files, options) {
    const lists = listsIn(files).length > 0 ? listsIn(files) : files.entries.length === 1 ? files.entries : [];
    if (lists.length === 0) throw new SourceError("There is no CSV of subscribers.");
    yield { kind: "site", address: "", name: "", language: "" };
    for (const entry of lists) yield* readList(entry, options);
  },
};
