import { setImmediate as otherTasks } from "node:timers/promises";
import { dateOrderIn } from "../dates.ts";
import { peek, type SourceEntry, type SourceFiles } from "../files.ts";
import type { Finding, Read, Source } from "../items.ts";
import { fieldReader } from "./fields.ts";
import { isNamed, MAX_FENCED, readFrontMatter } from "./front-matter.ts";
import { References } from "./references.ts";
import { readSite, type Site } from "./site.ts";
import { addressIn, DATE_FIELDS, readTextFile, type TextContext } from "./text.ts";

const TEXT = /\.(?:md|markdown|mdown|mkdn?|mdx|mdoc)$/i;
const HTML = /\.html?$/i;
/** Jekyll's folders, in which posts may be HTML: its importers write them so. */
const IN_POSTS = /(?:^|\/)_(?:posts|drafts)\//;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?|heic)$/i;
const OTHER_TEXT = /\.(?:rst|adoc|asciidoc|org|textile|ipynb|docx?|odt|rtf)$/i;
/** Folders of themes, of programs, and of what generators made. */
const MACHINERY: ReadonlySet<string> = new Set(
  "node_modules vendor themes _includes _layouts _sass _plugins _site _templates layouts archetypes dist bower_components scaffolds".split(
    " ",
  ),
);
/** Files about a repository, in any language. */
const ABOUT_REPOSITORY: ReadonlySet<string> = new Set(
  "readme license licence changelog changes history contributing codeofconduct security authors contributors todo support governance maintainers pullrequesttemplate issuetemplate claude agents".split(
    " ",
  ),
);
const isAboutRepository = (name: string): boolean =>
  ABOUT_REPOSITORY.has((name.split(".", 1)[0] ?? "").toLowerCase().replace(/[-_]/g, ""));

/** A folder or zip of Markdown files, of any generator of sites or of none. */
export const markdownSource: Source = {
  kind: "markdown",
  label: "Markdown",
  async recognises({ entries }) {
    const isText = (path: string) =>
      TEXT.test(path) ? !isAboutRepository(path.split("/").at(-1) ?? "") : HTML.test(path) && IN_POSTS.test(path);
    return entries.some(({ path }) => isCandidate(path) && isText(path));
  },
  async *read(files) {
    const site = await readSite(files);
    yield { kind: "site", address: site.address, name: site.name, language: site.language };
    const references = new References(files, site);
    const context: TextContext = {
      site,
      references,
      dateOrder: null,
      pictures: new Set(),
      authors: new Set(),
      topics: new Set(),
    };
    const texts: SourceEntry[] = [];
    for await (const { entry, finding } of textsIn(files, context)) {
      if (finding) yield { kind: "finding", ...finding };
      else texts.push(entry);
    }
    for (const entry of texts) {
      yield* readTextFile(entry, context);
      await otherTasks();
    }
    yield* restOf(files, context);
  },
};

const isCandidate = (path: string): boolean =>
  path
    .split("/")
    .slice(0, -1)
    .every((folder) => !MACHINERY.has(folder.toLowerCase()) && !folder.startsWith("."));

/** The files that are texts. Their addresses become known, so that texts can name each other in any order. */
async function* textsIn(
  files: SourceFiles,
  context: TextContext,
): AsyncGenerator<{ entry: SourceEntry; finding?: Finding }> {
  const { site, references } = context;
  for (const entry of files.entries) {
    const path = entry.path.slice(site.root.length);
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!isCandidate(path) || !(TEXT.test(path) || HTML.test(path))) continue;
    const { fields, problem, body } = readFrontMatter(await peek(entry, MAX_FENCED));
    await otherTasks();
    const hasFields = Object.keys(fields).length > 0 || problem !== "";
    const skipped = reasonToSkip({ path, name, hasFields, site, body });
    if (skipped) {
      yield { entry, finding: { level: "info", item: path, message: skipped } };
      continue;
    }
    const reader = fieldReader(fields);
    if (context.dateOrder === null) context.dateOrder = dateOrderIn(reader.text(...DATE_FIELDS));
    // What Hugo passes on to all texts of a section.
    if (isNamed(fields.cascade)) site.defaults.push({ below: path.slice(0, -name.length), fields: fields.cascade });
    references.addText(path, addressIn(path, fields, context));
    yield { entry };
  }
}

type Candidate = { path: string; name: string; hasFields: boolean; site: Site; body: string };

function reasonToSkip({ path, name, hasFields, site, body }: Candidate): string {
  if (HTML.test(path)) {
    const isText = hasFields && (IN_POSTS.test(path) || path.startsWith("content/"));
    return isText ? "" : "HTML that is not a post was not imported.";
  }
  if (hasFields) return "";
  if (
    isAboutRepository(name) &&
    !(name.toLowerCase() === "readme.md" && site.generator === "docusaurus" && path.startsWith("docs/"))
  )
    return "It is about the files themselves, and was not imported.";
  return body.trim() === "" ? "It is empty, and was not imported." : "";
}

/** What of the files no text uses. */
async function* restOf(files: SourceFiles, { site, pictures }: TextContext): AsyncGenerator<Read> {
  const counts = new Map<string, { count: number; example: string }>();
  for (const { path } of files.entries) {
    if (pictures.has(path)) continue;
    const own = path.slice(site.root.length);
    const what = OTHER_TEXT.test(own)
      ? "document"
      : PICTURE.test(own)
        ? "picture"
        : TEXT.test(own) || HTML.test(own)
          ? ""
          : "file";
    const kind = isCandidate(own) ? what : "machinery";
    if (kind === "") continue;
    const before = counts.get(kind);
    counts.set(kind, { count: (before?.count ?? 0) + 1, example: before?.example ?? own });
  }
  const messages: Readonly<Record<string, [level: Finding["level"], message: string]>> = {
    document: ["warning", "Documents that are not Markdown were not imported"],
    picture: ["info", "Pictures that no text shows were not imported"],
    file: ["info", "Other files were not imported"],
    machinery: ["info", "Files of themes and programs were not imported"],
  };
  for (const [kind, { count, example }] of counts) {
    const [level, message] = messages[kind] ?? ["info", "Files were not imported"];
    yield {
      kind: "finding",
      level,
      item: example,
      message: `${message}: ${count.toLocaleString("en")}, such as this one.`,
    };
  }
}
