import { useQueries } from "@tanstack/react-query";
import { CircleAlert } from "lucide";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { isOpenToReaders } from "#features/articles/admin/calls.ts";
import { contentIn } from "#features/articles/admin/content-diff.ts";
import { usePictureChooser } from "#features/pictures/admin/use-picture-chooser.tsx";
import { useUpload } from "#features/pictures/admin/use-upload.ts";
import { useRemoteItems, useRetry } from "#features/remote/admin/use-remote-items.ts";
import type { RemoteItem } from "#features/remote/rules.ts";
import { useSite } from "#shared/site-context.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useSettled } from "#ui/admin/settled.ts";
import { useTurns } from "#ui/admin/use-turns.ts";
import { Icon } from "#ui/icon.tsx";
import type { ArticleForm } from "./article-form.ts";
import {
  checkArticle,
  type Finding,
  type OwnLink,
  ownLinks,
  type Place,
  type RemotePlace,
  remotePlaces,
} from "./checks.ts";
import { remoteFindings } from "./remote-findings.ts";

/** Checked in the pauses of writing only: a long text is parsed for it. */
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
  const onCopied = (address: string, url: string) => {
    if (values.image_url === address) change({ image_url: url });
  };
  const replace = (address: string, url: string | null) => {
    onReplace(address, url);
    onCopied(address, url ?? "");
  };
  const { input, upload } = useUploadInstead(replace);
  const handlers = { upload, remove: (address: string) => replace(address, null), onCopied };
  const missing = useMissing(remotePlaces({ values: settled, content }), handlers);
  const findings = [...checkArticle({ values: settled, file, content }), ...missing, ...useBrokenLinks(own)];
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

type FindingsProps = { label: string; findings: Finding[]; onGo: (place: Place) => void };

/** A list of findings, each a button that leads to its place. */
export function Findings({ label, findings, onGo }: FindingsProps) {
  return (
    <ul aria-label={label} className="mt-1.5">
      {findings.map(({ words, place, actions = [] }) => (
        <li key={`${words} ${JSON.stringify(place)}`}>
          <button
            type="button"
            onClick={() => onGo(place)}
            className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] items-start gap-2 px-2 py-1.5 text-left text-sm text-muted wrap-anywhere hover:bg-surface hover:text-ink pointer-coarse:min-h-11"
          >
            <Icon icon={CircleAlert} size={16} className="mt-0.5 shrink-0 text-accent" />
            {words}
          </button>
          {actions.length > 0 && (
            <div className="mb-2 ml-6 flex gap-2">
              {actions.map(({ name, label, run }) => (
                <AdminButton key={name} variant="quiet" aria-label={label} onClick={run}>
                  {name}
                </AdminButton>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Uploads a file that the editor chooses, and shows it instead of the pictures of an address. */
function useUploadInstead(replace: (address: string, url: string) => void): {
  input: ReactNode;
  upload: (address: string) => void;
} {
  const address = useRef("");
  const { upload } = useUpload();
  // By the time a file is uploaded, the article may have another picture.
  const latest = useRef(replace);
  latest.current = replace;
  const chooser = usePictureChooser(async ([file]) => {
    const replaced = address.current;
    const url = file ? await upload(file) : null;
    if (url !== null) latest.current(replaced, url);
  });
  const open = (of: string) => {
    address.current = of;
    chooser.open();
  };
  return { input: chooser.input, upload: open };
}

type Handlers = Pick<Parameters<typeof remoteFindings>[2], "upload" | "remove"> & {
  onCopied: (address: string, url: string) => void;
};

/** What could not be had from another host. The article's own picture is replaced by its copy as soon as there is one. */
function useMissing(places: RemotePlace[], { onCopied, ...handlers }: Handlers): Finding[] {
  const states = useRemoteItems(places);
  const retry = useRetry();
  const { once } = useTurns();
  useEffect(() => {
    for (const { address, url } of states) if (url !== "") onCopied(address, url);
  });
  const again = (item: RemoteItem) =>
    void once(`${item.kind} ${item.address}`, () => retry(item), {
      title: item.kind === "picture" ? "Could not ask for the picture" : "Could not ask for the page",
      fallback: "Please try again in a moment.",
    });
  return remoteFindings(places, states, { ...handlers, retry: again });
}

/** The links to pages of this site that readers cannot open. The server is asked about each once in a while. */
function useBrokenLinks(links: OwnLink[]): Finding[] {
  const paths = [...new Set(links.map(({ path }) => path))];
  const answers = useQueries({
    queries: paths.map((path) => ({
      queryKey: ["open-to-readers", path],
      queryFn: ({ signal }: { signal: AbortSignal }) => isOpenToReaders(path, signal),
      staleTime: LINK_STALE_MS,
      // Without an answer nothing is said.
      retry: false,
    })),
  });
  const broken = new Set(paths.filter((_path, at) => answers[at]?.data === false));
  return links
    .filter(({ path }) => broken.has(path))
    .map(({ text, place }) => ({ words: `Readers cannot open the page that ${text} links to`, place }));
}
