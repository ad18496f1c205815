import { Copy, Link2Off } from "lucide";
import { AdminButton } from "#ui/admin/controls.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Preview } from "./use-preview.ts";

type Props = { preview: Preview; isBusy: boolean; onEnd: () => void };

/** The link that shows the preview to whoever has it: copied, or ended. */
export function PreviewLink({ preview, isBusy, onEnd }: Props) {
  const show = useToast();
  async function copy() {
    try {
      await navigator.clipboard.writeText(preview.url);
      show({ title: "Link copied" });
    } catch {
      // Browsers refuse it on pages without HTTPS.
      show({
        title: "The link could not be copied",
        description: `This browser does not allow it here. The link: ${preview.url}`,
        variant: "destructive",
      });
    }
  }
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">
        Whoever has the link sees this preview until {exactTime(preview.expires)}, as it is then.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <AdminButton onClick={() => void copy()}>
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
