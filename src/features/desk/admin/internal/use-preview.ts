import { useEditorApi } from "#shared/editor-api.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { sharePreview } from "../calls.ts";
import type { ArticleForm } from "./article-form.ts";

/** Shows the working copy as the page that readers would get, in a tab of its own. */
export function usePreview(form: ArticleForm) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  async function open(id: number) {
    // Opened at once: later, the browser takes it for an advertisement.
    const tab = window.open("", "_blank");
    const link = await run(
      async () => {
        await form.flush();
        return sharePreview(api, id);
      },
      { title: "Error opening the preview", fallback: "Could not open the preview", onFailed: () => tab?.close() },
    );
    if (!link || !tab) return;
    tab.opener = null;
    tab.location.replace(link.url);
  }
  return { isBusy, open };
}
