import { longTime } from "#shared/dates.ts";
import { documentUrl } from "#shared/urls.ts";
import type { PublishedChange } from "../schema.ts";

/** Differences longer than this are folded, in characters. */
const MAX_OPEN = 1_500;

const KIND_NAMES: Record<PublishedChange["kind"], string> = {
  publication: "Published",
  recorded: "On record since then",
  change: "Changed",
  minor: "Typo fix",
  correction: "Correction",
  disclosure: "Disclosure added",
  removal: "Removed",
  return: "Published again",
};
const FIELD_NAMES = { title: "Title", excerpt: "Summary", image: "Picture", content: "" } as const;

/** A version with what it discloses, in sentences. `isReadable`: its text is older, and has a page of its own. */
export type ShownChange = PublishedChange & { disclosed: string[]; isReadable?: boolean };

/** `hasMore`: the page of all changes has earlier ones. */
type Props = { articleId: number; changes: readonly ShownChange[]; hasMore: boolean; zone: string };

/**
 * The end of an article: what changed since it was published, if anything did. Rendered on the server alone: readers' scripts know
 * nothing of it.
 */
export function Changes({ articleId, changes, hasMore, zone }: Props) {
  const later = changes.filter(({ kind }) => kind !== "publication" && kind !== "recorded");
  const [minor, major] = [later.filter(isMinor), later.filter((change) => !isMinor(change))];
  if (later.length === 0) return null;
  return (
    <>
      <h2 id="changes-heading" className="headline-sm">
        Changes
      </h2>
      <ChangeList articleId={articleId} changes={major} zone={zone} />
      {minor.length > 0 && (
        <details className="mt-5">
          <summary className="meta">{minor.length === 1 ? "One typo fix" : `${minor.length} typo fixes`}</summary>
          <ChangeList articleId={articleId} changes={minor} zone={zone} />
        </details>
      )}
      <p className="mt-5">
        <a href={documentUrl.changes(articleId)} className="meta underline">
          {hasMore ? "See earlier changes" : "See what changed"}
        </a>
      </p>
    </>
  );
}

const isMinor = ({ kind }: PublishedChange) => kind === "minor";

type ListProps = { articleId: number; changes: readonly ShownChange[]; zone: string | undefined };

/** Changes with their dates, reasons and differences, and links to older texts. */
export function ChangeList({ articleId, changes, zone }: ListProps) {
  if (changes.length === 0) return null;
  return (
    <ol className="mt-4 space-y-5">
      {changes.map((change) => (
        <li key={change.n}>
          <p className="meta">
            {KIND_NAMES[change.kind]} <time dateTime={change.date}>{longTime(change.date, zone)}</time>
          </p>
          {change.reason && <p className="mt-1 text-[0.9375rem]">{change.reason}</p>}
          {change.disclosed.map((sentence) => (
            <p key={sentence} className="mt-1 text-[0.9375rem]">
              {sentence}
            </p>
          ))}
          <Diff diff={change.diff} />
          {change.isReadable && (
            <p className="mt-1">
              <a href={documentUrl.version(articleId, change.n)} className="meta underline">
                Read this version
              </a>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Diff({ diff }: Pick<PublishedChange, "diff">) {
  if (diff.length === 0) return null;
  const length = diff.flatMap(({ parts }) => parts).reduce((sum, { text }) => sum + text.length, 0);
  if (length <= MAX_OPEN) return <Paragraphs diff={diff} />;
  return (
    <details className="mt-1">
      <summary className="meta">What changed, word by word</summary>
      <Paragraphs diff={diff} />
    </details>
  );
}

const Paragraphs = ({ diff }: Pick<PublishedChange, "diff">) => (
  <div className="mt-2 space-y-2 border-l border-rule pl-4 font-serif [&_del]:text-muted [&_del+ins]:ml-1">
    {diff.map(({ field, parts }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
      <p key={at}>
        {FIELD_NAMES[field] && <b className="font-sans text-sm">{FIELD_NAMES[field]}: </b>}
        {parts.map(({ is, text }, place) => {
          const Element = is === "added" ? "ins" : is === "removed" ? "del" : is === "omitted" ? "i" : "span";
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          return <Element key={place}>{text}</Element>;
        })}
      </p>
    ))}
  </div>
);
