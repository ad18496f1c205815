import type { ExportSite } from "./reading.ts";
import { type ExportFormat, type ExportReport, FORMAT_FACTS } from "./rules.ts";

/** How the file comes into another system. */
const NEXT: Readonly<Record<ExportFormat, string>> = {
  jsonl:
    "Each line of a .jsonl file is one JSON object. publication.json names the version of the format. Another Jarida imports the documents, authors, topics, series, pictures, redirects and subscribers in the zip; newsletter issues become drafts there. It does not import earlier versions, the public record, unpublished changes of public texts, numbers of views, tags of pictures, templates, ad spaces and settings, and its report names them: store this zip.",
  markdown:
    "Each file in articles and pages is one text: YAML front matter, then Markdown. Pictures are in pictures, and texts refer to them by relative addresses. A text that readers don't have is marked draft: true.",
  wordpress:
    "In WordPress: Tools, Import, WordPress, then choose the .xml file of this zip. WordPress fetches the pictures from the addresses in the file, so import while this site is online; they are in the folder pictures as well.",
  ghost:
    "In Ghost: Settings, Import/Export, Universal import, then choose this zip. Then upload redirects.yaml under Settings, Labs, so that old addresses lead to the posts. Authors are created without a password; they get mail only if you enter their addresses in Ghost.",
};

const list = (lines: string[]) => (lines.length === 0 ? "  Nothing.\n" : lines.map((line) => `  ${line}\n`).join(""));

/** What an export holds and what it lacks, for the person who opens it. */
export function readmeOf(
  format: ExportFormat,
  site: ExportSite,
  now: number,
  { counts, losses }: ExportReport,
): string {
  const { label } = FORMAT_FACTS[format];
  return [
    `${site.name} (${site.url}) as ${label}, ${new Date(now).toISOString()}\n\n`,
    `${NEXT[format]}\n\nIt holds:\n`,
    list(Object.entries(counts).map(([kind, count]) => `${kind}: ${count}`)),
    "\nIt does not hold, as the format can't, or as it was not asked for:\n",
    list(losses.map(({ count, what }) => `${what}: ${count}`)),
    "\nNo export holds accounts and passwords, editors' notes and reviews, readers' messages, mails, the trash or the audit log.\n",
  ].join("");
}
