import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { isOpenToReaders } from "#features/articles/admin/calls.ts";
import { contentIn } from "#features/documents/room/admin/content-sides.tsx";
import { Findings, useRemoteFindings } from "#features/documents/room/admin/remote-checks.tsx";
import { type Finding, type Place, remotePlaces } from "#features/documents/room/admin/remote-findings.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { useSite } from "#shared/site-context.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import type { ArticleForm } from "../article-type.ts";
import { checkArticle, type OwnLink, ownLinks } from "./checks.ts";

/** Debounce of the check, which parses a long text. Milliseconds. */
const PAUSE_MS = 1_200;
/** How long the server's word about a link counts. */
const LINK_STALE_MS = 5 * 60_000;

type Props = {
  form: Pick<ArticleForm, "values" | "file" | "change">;
  onGo: (place: Place) => void;
  /** Shows a stored picture instead of those of an address in the text; removes those if it is null. */
  onReplace: (address: string, url: string | null) => void;
};

/** What is worth a look before readers see the article: said quietly, while it is written. Each leads to its place. */
export function QuietChecks(props: Props) {
  return useHasNewsroom() ? <Checks {...props} /> : null;
}

function Checks({ form: { values, file, change }, onGo, onReplace }: Props) {
  const settled = useSettled(values, PAUSE_MS);
  const { url } = useSite();
  const content = useMemo(() => contentIn(settled.content), [settled.content]);
  const own = useMemo(() => ownLinks(content, url), [content, url]);
  const setOwn = (address: string, url: string): boolean => {
    const isOwn = values.image_url === address;
    if (isOwn) change({ image_url: url });
    return isOwn;
  };
  const onCopied = ({ address, url }: RemoteState) => setOwn(address, url);
  const replace = (address: string, url: string | null) => {
    onReplace(address, url);
    setOwn(address, url ?? "");
  };
  // Once for each pause: the room renders with every keystroke.
  const places = useMemo(() => remotePlaces({ values: settled, content }), [settled, content]);
  const checked = useMemo(() => checkArticle({ values: settled, file, content }), [settled, file, content]);
  const { findings: missing, input } = useRemoteFindings(places, { onReplace: replace, onCopied });
  const findings = [...checked, ...missing, ...useBrokenLinks(own)];
  const count = findings.length;
  return (
    <>
      <p role="status" className="sr-only">
        {count === 0 ? "" : count === 1 ? "One thing is worth a look." : `${count} things are worth a look.`}
      </p>
      {input}
      {count > 0 && (
        <section aria-labelledby="room-checks" className="mb-6 border-b border-rule pb-5">
          <h2 id="room-checks" className="text-sm font-bold">
            Worth a look
          </h2>
          <Findings label="Worth a look" findings={findings} onGo={onGo} />
        </section>
      )}
    </>
  );
}

/** The links to pages of this site that readers cannot open. The server is asked about each once in a while. */
function useBrokenLinks(links: OwnLink[]): Finding[] {
  const paths = [...new Set(links.map(({ path }) => path))];
  const results = useQueries({
    queries: paths.map((path) => ({
      queryKey: ["open-to-readers", path],
      queryFn: ({ signal }: { signal: AbortSignal }) => isOpenToReaders(path, signal),
      staleTime: LINK_STALE_MS,
      // Without an answer nothing is said.
      retry: false,
    })),
  });
  const broken = new Set(paths.filter((_path, at) => results[at]?.data === false));
  return links
    .filter(({ path }) => broken.has(path))
    .map(({ text, place }) => ({ words: `Readers cannot open the page that ${text} links to`, place }));
}
