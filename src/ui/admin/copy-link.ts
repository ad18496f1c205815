import { useToast } from "#ui/admin/toasts.tsx";
import { copyText } from "#ui/copy-text.ts";

/** Copies a text that is shown beside the button, and shows a toast. */
export function useCopy(): (text: string, copied: string) => Promise<void> {
  const show = useToast();
  return async (text, copied) =>
    show(
      (await copyText(text))
        ? { title: copied }
        : { title: "Not copied", description: "Your browser does not allow this.", variant: "destructive" },
    );
}

export function useCopyLink(): (url: string) => Promise<void> {
  const show = useToast();
  return async (url) => {
    try {
      await navigator.clipboard.writeText(url);
      show({ title: "Link copied" });
    } catch {
      // Browsers reject it on pages without HTTPS.
      show({
        title: "The link could not be copied",
        description: `This browser does not allow copying here. The link: ${url}`,
        variant: "destructive",
      });
    }
  };
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
