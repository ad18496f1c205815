import { Copy, ExternalLink, Link2Off } from "lucide";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { useCopyLink } from "#ui/admin/copy-link.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { Icon } from "#ui/icon.tsx";
import type { Preview } from "./use-preview.ts";

type Props = { preview: Preview; isBusy: boolean; onEnd: () => void };

/** The link that shows the preview to whoever has it: copied, or ended. */
export function PreviewLink({ preview, isBusy, onEnd }: Props) {
  const copy = useCopyLink();
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">
        Whoever has the link sees this preview until {exactTime(preview.expires)}, as it is then.
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
