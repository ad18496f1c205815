import { useSite } from "#shared/site-context.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { saveFile } from "#ui/admin/save-file.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { copyText } from "#ui/copy-text.ts";

type Props = { codes: readonly string[]; onClose: () => void };

/** Ten recovery codes, shown once: to be copied, or saved as a file. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const site = useSite();
  const show = useToast();
  const list = codes.join("\n");
  async function copy() {
    const isCopied = await copyText(list);
    show(
      isCopied
        ? { title: "Codes copied" }
        : { title: "Not copied", description: "The browser does not allow it.", variant: "destructive" },
    );
  }
  const save = () =>
    saveFile(
      new Blob([`Recovery codes for ${site.name} (${site.url})\n\n${list}\n`], { type: "text/plain" }),
      "recovery-codes.txt",
    );
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        Each logs you in once where you have neither the app nor a passkey at hand. Store them where you find them
        without this device: they are shown only now.
      </p>
      <ul className="my-5 grid grid-cols-2 gap-x-6 gap-y-1.5 border border-rule bg-surface px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <AdminButton onClick={copy}>Copy</AdminButton>
        <AdminButton onClick={save}>Save as File</AdminButton>
        <AdminButton variant="primary" autoFocus onClick={onClose}>
          I Have Stored Them
        </AdminButton>
      </div>
    </Dialog>
  );
}
