import { RequestsPanel } from "#features/documents/requests/admin/requests-panel.tsx";
import type { OpenStory } from "#features/documents/requests/schema.ts";
import type { DocumentKey } from "#shared/document.ts";

type HeadlinesProps = {
  names: readonly string[];
  values: Readonly<Record<string, unknown>>;
  picture: string | undefined;
};

/** The texts above the content without their fields, and the picture. */
export function ReadHeadlines({ names: [title = "", ...others], values, picture = "" }: HeadlinesProps) {
  const textOf = (name: string) => String(values[name] ?? "");
  return (
    <>
      <h2 className="headline-lg mt-8 wrap-anywhere">{textOf(title).trim() || "Untitled"}</h2>
      {others.map((name) => (
        <p key={name} className="mt-3 font-serif text-xl leading-snug text-muted wrap-anywhere empty:hidden">
          {textOf(name)}
        </p>
      ))}
      {/* Others' pictures are brought here when the text is saved. */}
      {textOf(picture).startsWith("/media/") && (
        <img src={textOf(picture)} alt={textOf("image_alt")} className="mt-5 h-auto w-full" />
      )}
    </>
  );
}

/** Below the text: whose it is, and who was asked, with their answers. */
export function ReadPeople({ document, story }: { document: DocumentKey; story: OpenStory | undefined }) {
  const owners = story?.owners.map(({ name }) => name).join(", ");
  return (
    <section aria-label="People" className="mt-10 space-y-4 border-t border-rule pt-6">
      {owners && <p className="text-[0.9375rem] wrap-anywhere">Text by {owners}</p>}
      <RequestsPanel document={document} />
    </section>
  );
}
