import { Copy, ExternalLink, Link2Off } from "lucide";
import { useState } from "react";
import type { DocumentKey } from "#shared/document.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { useCopyLink } from "#ui/admin/copy-link.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import { PageFrame } from "#ui/admin/page-frame.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { AdminTabs } from "#ui/admin/tabs.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { breadcrumb, cutDescription, cutTitle, type Preview, type PreviewedForm, usePreview } from "./use-preview.ts";

/** The page in a frame as wide as the simulated screen. */
const PreviewFrame = ({ preview }: { preview: Preview }) => (
  <PageFrame addressOf={(theme) => `${preview.path}?theme=${theme}`} className="h-[max(20rem,100dvh-22rem)]" />
);

const TABS = [
  { value: "page", label: "Page", Panel: PreviewFrame },
  { value: "search", label: "Search result", Panel: SearchResult },
  { value: "social", label: "Social card", Panel: SocialCard },
] as const;
type TabName = (typeof TABS)[number]["value"];

type Props = { form: PreviewedForm; document: DocumentKey; onClose: () => void };

/** The working copy as readers, search engines and other sites would see it, and a link to share. */
export function PreviewDialog({ form, document, onClose }: Props) {
  const preview = usePreview(form, document);
  const isBehind = ["offline", "conflict", "refused"].includes(form.autosave.is);
  return (
    <Dialog title="Preview" wide="window" onClose={onClose}>
      {isBehind && (
        <p role="status" className="mt-3 border-l-4 border-accent bg-surface px-4 py-2.5 text-[0.9375rem]">
          Your latest changes have not been saved yet, so the preview does not show them.
        </p>
      )}
      <div className="mt-3">
        {preview.preview ? (
          <Shown preview={preview.preview} />
        ) : preview.isEnded ? (
          <p className="py-10 text-center text-muted">This preview has no active links.</p>
        ) : preview.isLoading ? (
          <div aria-busy="true">
            <p role="status" className="sr-only">
              Loading the preview...
            </p>
            <Skeleton className="h-[60dvh] w-full" />
          </div>
        ) : (
          <FailedNote onRetry={preview.refetch}>Could not open the preview.</FailedNote>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3 border-t border-rule pt-4">
        {preview.preview ? (
          <PreviewLink preview={preview.preview} isBusy={preview.isBusy} onEnd={preview.end} />
        ) : (
          preview.isEnded && <AdminButton onClick={preview.renew}>Create a new link</AdminButton>
        )}
        <AdminButton variant="primary" className="ml-auto" onClick={onClose}>
          Close
        </AdminButton>
      </div>
    </Dialog>
  );
}

function Shown({ preview }: { preview: Preview }) {
  const [open, setOpen] = useState<TabName>("page");
  const Panel = TABS.find(({ value }) => value === open)?.Panel ?? PreviewFrame;
  return (
    <AdminTabs
      label="View"
      tabs={TABS}
      open={open}
      onOpen={setOpen}
      panel={(value) =>
        value === open && (
          <div className="pt-4">
            <Panel preview={preview} />
          </div>
        )
      }
      className="min-h-11 gap-5 text-sm"
    />
  );
}

type LinkProps = { preview: Preview; isBusy: boolean; onEnd: () => void };

/** The shareable preview link, to copy or revoke. */
function PreviewLink({ preview, isBusy, onEnd }: LinkProps) {
  const copy = useCopyLink();
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">
        Until {exactTime(preview.expires)}, anyone with the link can view the current preview.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <a href={preview.path} target="_blank" rel="noopener" className={buttonLook("plain")}>
          <Icon icon={ExternalLink} size={16} />
          Open in a tab
        </a>
        <AdminButton onClick={() => void copy(preview.url)}>
          <Icon icon={Copy} size={16} />
          Copy link
        </AdminButton>
        <AdminButton variant="quiet" isBusy={isBusy} onClick={onEnd}>
          <Icon icon={Link2Off} size={16} />
          End all links
        </AdminButton>
      </div>
    </div>
  );
}

type SearchResultProps = { preview: Preview };

/** The page as a search result, with search engines' length limits. */
export function SearchResult({ preview: { facts } }: SearchResultProps) {
  return (
    <figure className="min-h-72">
      <div className="max-w-[38rem] border border-rule bg-paper p-5">
        <p className="text-sm font-medium">{facts.site}</p>
        <p className="text-[0.8125rem] text-muted wrap-anywhere">{breadcrumb(facts.url)}</p>
        <p className="mt-1.5 text-xl leading-snug text-accent wrap-anywhere">{cutTitle(facts.title)}</p>
        <p className="mt-1 text-sm text-muted wrap-anywhere">{cutDescription(facts.description)}</p>
      </div>
      <figcaption className="meta mt-3 max-w-[38rem]">
        Approximately how search engines show it. The description is the excerpt, or the start of the text.
      </figcaption>
    </figure>
  );
}

/** The page as a link card on other sites and in messengers. */
export function SocialCard({ preview: { facts } }: SearchResultProps) {
  return (
    <figure className="min-h-72">
      <div className="max-w-[32rem] border border-rule bg-surface">
        {facts.picture && (
          <img
            src={ownPath(facts.picture, facts.url)}
            alt={facts.alt}
            className="block aspect-[1.91] w-full bg-surface object-cover"
          />
        )}
        <div className="p-4">
          <p className="text-[0.8125rem] text-muted">{new URL(facts.url).host}</p>
          <p className="mt-1 font-semibold wrap-anywhere">{facts.cardTitle}</p>
          <p className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere">{facts.description}</p>
        </div>
      </div>
      <figcaption className="meta mt-3 max-w-[32rem]">
        Similar to a link on social networks and in messengers. The picture is cropped around its focal point.
      </figcaption>
    </figure>
  );
}

/** The path of one of the site's own pictures, as the admin area may be open under another host name. */
function ownPath(picture: string, page: string): string {
  const { origin, pathname, search } = new URL(picture);
  return origin === new URL(page).origin ? `${pathname}${search}` : picture;
}
