import { CalendarClock, Eye } from "lucide";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { type ScreenAction, useScreenActions } from "#ui/admin/screen.tsx";
import { Icon } from "#ui/icon.tsx";
import type { ArticleForm } from "../article-type.ts";
import { PageLink } from "./published-notice.tsx";
import type { Publishing } from "./use-publishing.ts";

type Props = {
  form: ArticleForm;
  isNew: boolean;
  publishing: Publishing;
  onPreview: () => void;
  onSave: () => void;
};

/** The buttons of the bar. */
export function RoomActions({ form, isNew, publishing, onPreview, onSave }: Props) {
  const { base, isBusy } = form;
  const mayPreview = useHasNewsroom() && base !== null;
  const isSave = publishing.stage === "draft" || !publishing.mayPublish;
  useScreenActions([
    ...(publishing.isOffered ? [{ label: "Publish this article", keys: "Mod-Enter", run: publishing.open }] : []),
    ...(publishing.isReadyOffered
      ? [{ label: "Mark this article ready", keys: "Mod-Enter", run: publishing.markReady }]
      : []),
    ...(publishing.isOffered || publishing.isReadyOffered ? [] : [submitAction(form, isSave)]),
    { label: isSave ? "Save this article" : "Update this article", keys: "Mod-S", run: onSave },
    ...(mayPreview ? [{ label: "Preview this article", run: onPreview }] : []),
  ]);
  return (
    <>
      {base && publishing.stage === "public" && <PageLink id={base.id} />}
      {mayPreview && (
        <AdminButton variant="quiet" className="max-sm:w-11 max-sm:px-0" aria-haspopup="dialog" onClick={onPreview}>
          <Icon icon={Eye} size={18} />
          <span className="max-sm:sr-only">Preview</span>
        </AdminButton>
      )}
      {/* What is published is updated: a Save beside that would seem to be something else. */}
      {publishing.stage === "draft" && (
        <AdminButton
          variant="quiet"
          isBusy={isBusy}
          aria-keyshortcuts="Control+S Meta+S"
          title="Save and go on writing (Ctrl+S)"
          className="max-sm:hidden"
          onClick={onSave}
        >
          Save
        </AdminButton>
      )}
      {publishing.isOffered && (
        <AdminButton
          variant="accent"
          isBusy={isBusy}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Publish now or at a time (Ctrl+Enter)"
          onClick={publishing.open}
        >
          Publish
        </AdminButton>
      )}
      {publishing.isReadyOffered && (
        <AdminButton
          variant="accent"
          isBusy={isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ready for an editor to publish (Ctrl+Enter)"
          onClick={publishing.markReady}
        >
          Mark ready
        </AdminButton>
      )}
      {publishing.isTimed && (
        <AdminButton
          variant="quiet"
          isBusy={isBusy}
          aria-haspopup="dialog"
          title={publishing.stage === "public" ? "Publish the changes at a time" : "Change or cancel the time"}
          className="max-sm:w-11 max-sm:px-0"
          onClick={publishing.openTimed}
        >
          <Icon icon={CalendarClock} size={18} />
          <span className="max-sm:sr-only">Schedule</span>
        </AdminButton>
      )}
      <AdminButton
        type="submit"
        variant="primary"
        aria-disabled={isBusy}
        {...(!isSave && { title: "Update and go back to the list (Ctrl+S updates and stays)" })}
      >
        {wordsOf({ isNew, isBusy, isProposal: publishing.stage !== "draft" && !publishing.mayPublish })}
      </AdminButton>
    </>
  );
}

/** What Ctrl+Enter does where there is nothing to publish or to mark. */
const submitAction = (form: ArticleForm, isSave: boolean): ScreenAction => ({
  label: isSave ? "Save this article and go back to the list" : "Update this article and go back to the list",
  keys: "Mod-Enter",
  run: () => form.element.current?.requestSubmit(),
});

/** What the button is called that stores the article. Of what readers have, who may not publish stores a proposal. */
function wordsOf({ isNew, isBusy, isProposal }: { isNew: boolean; isBusy: boolean; isProposal: boolean }): string {
  if (isProposal) return isBusy ? "Saving..." : "Save for an editor";
  if (isNew) return isBusy ? "Adding..." : "Add Article";
  return isBusy ? "Updating..." : "Update Article";
}
