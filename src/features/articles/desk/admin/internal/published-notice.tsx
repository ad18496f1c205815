import { Copy, ExternalLink, Mail, Share2, X } from "lucide";
import { useState } from "react";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { useCopyLink } from "#ui/admin/copy-link.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import { useNextNewsletter } from "../room-parts.tsx";

/** What was published just now; `isInNewsletter`: it went into the next newsletter, too. */
export type Published = { id: number; title: string; isInNewsletter: boolean };

type Props = { published: Published; onClose: () => void };

/** After publishing: the link to the page, and what may come next. */
export function PublishedNotice({ published, onClose }: Props) {
  const copy = useCopyLink();
  const newsletter = useNextNewsletter();
  const [added, setAdded] = useState<string>();
  const { isBusy, run } = useCall();
  const url = new URL(pageUrl.article(published.id), window.location.origin).href;
  const add = () =>
    run(async () => setAdded(await newsletter?.add(published)), {
      title: "Could not add it to the newsletter",
      fallback: "Please try again.",
    });
  const canAdd = newsletter !== null && !published.isInNewsletter && added === undefined;
  return (
    <section aria-label="Published" className="mb-6 border-l-4 border-up bg-surface py-3 pr-2 pl-4">
      <div className="flex items-start justify-between gap-3">
        <p className="text-[0.9375rem] wrap-anywhere">
          <strong>Published.</strong> Readers see it at{" "}
          <a href={url} target="_blank" rel="noopener" className="text-accent underline underline-offset-2">
            {url.replace(/^https?:\/\//, "")}
          </a>
          {added && <> It is in the newsletter “{added}”.</>}
        </p>
        <AdminButton variant="quiet" className="-my-1 px-2" aria-label="Close" onClick={onClose}>
          <Icon icon={X} size={16} />
        </AdminButton>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <AdminButton onClick={() => void copy(url)}>
          <Icon icon={Copy} size={16} />
          Copy link
        </AdminButton>
        {"share" in navigator && (
          <AdminButton onClick={() => void navigator.share({ title: published.title, url }).catch(() => undefined)}>
            <Icon icon={Share2} size={16} />
            Share
          </AdminButton>
        )}
        {canAdd && (
          <AdminButton isBusy={isBusy} onClick={() => void add()}>
            <Icon icon={Mail} size={16} />
            {newsletter.subject === null ? "Start a newsletter with it" : `Add to “${newsletter.subject}”`}
          </AdminButton>
        )}
      </div>
    </section>
  );
}

/** Leads from the room to the page that readers have. */
export const PageLink = ({ id }: { id: number }) => (
  <a
    href={pageUrl.article(id)}
    target="_blank"
    rel="noopener"
    title="View the page readers see"
    className={`${buttonLook("quiet")} max-sm:w-11 max-sm:px-0`}
  >
    <Icon icon={ExternalLink} size={18} />
    <span className="max-sm:sr-only">View page</span>
  </a>
);
