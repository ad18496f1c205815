import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide";
import { useState } from "react";
import { flushSync } from "react-dom";
import { readArticle } from "#features/articles/admin/calls.ts";
import { type FormValues, hasPicture, VERSION_FIELDS, valuesOf } from "#features/articles/admin/form-values.tsx";
import { lengthOfContent } from "#features/content/length.ts";
import { useMissingApproval } from "#features/documents/review/admin/calls.ts";
import { LastDialog, type When } from "#features/documents/room/admin/last-dialog.tsx";
import type { Matter } from "#features/documents/room/admin/open-matters.tsx";
import { type Finding, NamedFindings, type Place } from "#features/documents/room/admin/remote-checks.tsx";
import { usePictureTexts } from "#features/documents/room/admin/style-checks.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { splitList } from "#ui/admin/chips-field.tsx";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { isInstant } from "#ui/admin/date-values.ts";
import { plannedTime } from "#ui/admin/local-time.ts";
import { Icon } from "#ui/icon.tsx";
import type { ArticleForm } from "../article-type.tsx";
import { useNextNewsletter } from "../room-parts.tsx";
import { missingIn, requiredOf } from "./quiet-checks.tsx";
import { UpdateNoteFields, useUpdateNote } from "./update-note.tsx";
import type { Publishing, Stage } from "./use-publishing.tsx";

/** Fields that readers do not see, or that the dialog itself asks for. */
const LEFT_OUT: ReadonlySet<string> = new Set(["sources", "status", "published_date"]);

const counted = (count: number, noun: string) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

function wordCount(html: string): number {
  const { words, ideographs } = lengthOfContent(html);
  return words + ideographs;
}

/** The labels of the fields whose public text changes; for the content, by how much it grows or shrinks. */
export function changedFields(before: FormValues, after: FormValues): string[] {
  const names = Object.keys(VERSION_FIELDS) as (keyof FormValues)[];
  const changed = names.filter((name) => !LEFT_OUT.has(name) && before[name] !== after[name]);
  return changed.map((name) => {
    const { label } = VERSION_FIELDS[name];
    if (name !== "content") return label;
    const by = wordCount(after.content) - wordCount(before.content);
    return by === 0 ? label : `${label} (${by > 0 ? "+" : "−"}${counted(Math.abs(by), "word")})`;
  });
}

export function newSummary({ category, authors, content }: FormValues, isIllustrated: boolean): string {
  const by = splitList(authors).join(", ");
  const parts = [
    counted(wordCount(content), "word"),
    category.trim() && `in ${category.trim()}`,
    by && `by ${by}`,
    isIllustrated ? "with a picture" : "without a picture",
  ];
  return `${parts.filter(Boolean).join(" ")}.`;
}

type ChangeSummaryProps = { form: ArticleForm; isUpdate: boolean };

/** What readers will get: the fields that an update changes, or a sentence about a new article. */
export function ChangeSummary({ form, isUpdate }: ChangeSummaryProps) {
  const work = form.current();
  const { values } = work;
  if (isUpdate && form.base) return <UpdateSummary id={form.base.id} values={values} />;
  return <p className="text-[0.9375rem] text-muted wrap-anywhere">{newSummary(values, hasPicture(work))}</p>;
}

function UpdateSummary({ id, values }: { id: number; values: FormValues }) {
  const api = useEditorApi();
  const { data } = useQuery({
    queryKey: ["published", id],
    queryFn: ({ signal }) => readArticle(api, id, signal),
    gcTime: 0,
    // The dialog works without the preview of changes.
    retry: false,
  });
  if (!data) return null;
  const changed = changedFields(valuesOf(data.row), values);
  return (
    <p className="text-[0.9375rem] text-muted wrap-anywhere">
      {changed.length === 0 ? "No visible changes." : `Changes: ${changed.join(", ")}.`}
    </p>
  );
}

type Props = {
  form: ArticleForm;
  publishing: Publishing;
  onGo: (place: Place) => void;
  onMatter: (kind: Matter["kind"]) => void;
};

/** The time set for an article or its update, as ISO 8601; null for none. */
function plannedFor(form: ArticleForm, stage: Stage): string | null {
  if (stage === "public") return form.base?.publish_at ?? null;
  const { published_date: date } = form.values;
  return isInstant(date) && Date.parse(date) > Date.now() ? date : null;
}

/** Asks when to publish an article or its changes, and lists what is missing. */
export function PublishDialog({ form, publishing, onGo, onMatter }: Props) {
  const { stage, zone, close } = publishing;
  const planned = plannedFor(form, stage);
  const newsletter = useNextNewsletter();
  const [isInNewsletter, setIsInNewsletter] = useState(false);
  const [current] = useState(() => form.current());
  const { content, image_url, image_alt } = current.values;
  const texts = usePictureTexts(content, { image_url, image_alt, file: current.file });
  const isNew = stage === "draft";
  const required = [...requiredOf(current.values), ...(isNew ? texts.required : [])];
  const missing = [...missingIn(current), ...(isNew ? [] : texts.required), ...texts.wanted];
  const isUpdate = stage === "public";
  const unapproved = useMissingApproval(form.base?.id);
  const update = useUpdateNote(form.base?.id, publishing.note);
  // An update changes a public article: a newsletter can include it before that.
  const isOffered = (when: When) => newsletter !== null && (when === "now" || !isUpdate);
  function confirm(at: string | null) {
    const said = at === null ? update.checked() : update.said;
    if (said === null) return;
    const goesAlong = isOffered(at === null ? "now" : "later") && isInNewsletter;
    publishing.publish(at, goesAlong ? newsletter : null, said);
  }
  function goTo(place: Place) {
    flushSync(close);
    onGo(place);
  }
  return (
    <LastDialog
      title={isUpdate ? "Update this article" : "Publish this article"}
      document={form.base && { type: "article", id: form.base.id }}
      verb={isUpdate ? "Update" : "Publish"}
      zone={zone}
      planned={planned}
      opensTimed={publishing.opensTimed}
      firstField={publishing.opensNoted ? "reason" : undefined}
      timeHint={isUpdate ? "Until then readers see the current text." : undefined}
      isBusy={publishing.isBusy}
      // Some updates change no text and need no approval: the server decides.
      isBlocked={required.length > 0 || (unapproved !== null && !isUpdate)}
      onGo={onMatter}
      onClose={close}
      onConfirm={confirm}
      fields={(when) => (
        <>
          {isUpdate && <UpdateNoteFields update={update} isNow={when === "now"} />}
          {newsletter && isOffered(when) && (
            <NewsletterChoice
              subject={newsletter.subject}
              isLater={when === "later"}
              checked={isInNewsletter}
              onChange={setIsInNewsletter}
            />
          )}
        </>
      )}
      findings={
        <>
          <Obstacles unapproved={unapproved} required={required} onGo={goTo} />
          {(required.length === 0 || missing.length > 0) && <Checklist missing={missing} onGo={goTo} />}
        </>
      }
    >
      <ChangeSummary form={form} isUpdate={isUpdate} />
      {planned !== null && stage !== "draft" && <Planned publishing={publishing} at={planned} />}
    </LastDialog>
  );
}

type NewsletterProps = {
  subject: string | null;
  isLater: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

const NewsletterChoice = ({ subject, isLater, checked, onChange }: NewsletterProps) => (
  <div>
    <Checkbox
      label={subject === null ? "Start a newsletter with this article" : `Add to the next newsletter (“${subject}”)`}
      checked={checked}
      onChange={onChange}
    />
    {isLater && <p className="meta mt-1">A newsletter sent before this time won't include it.</p>}
  </div>
);

type ObstaclesProps = { unapproved: string | null; required: Finding[]; onGo: (place: Place) => void };

function Obstacles({ unapproved, required, onGo }: ObstaclesProps) {
  if (unapproved === null && required.length === 0) return null;
  return (
    <div className="space-y-2 border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      <NamedFindings label="Required" findings={required} onGo={onGo} />
      {unapproved !== null && <p>{unapproved}</p>}
    </div>
  );
}

function Planned({ publishing, at }: { publishing: Publishing; at: string }) {
  const what = publishing.stage === "public" ? "the changes" : "the article";
  return (
    <div className="border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      <p>
        Readers get {what} on {plannedTime(at, publishing.zone ?? "UTC")}.
      </p>
      <AdminButton className="mt-2" isBusy={publishing.isBusy} onClick={publishing.cancel}>
        Cancel the schedule
      </AdminButton>
    </div>
  );
}

type ChecklistProps = { missing: Finding[]; onGo: (place: Place) => void };

function Checklist({ missing, onGo }: ChecklistProps) {
  if (missing.length === 0)
    return (
      <p className="flex gap-2 border-t border-rule pt-4 text-[0.9375rem]">
        <Icon icon={Check} size={18} className="mt-0.5 shrink-0 text-up" />
        Picture, alternative text, excerpt, category and tags are complete.
      </p>
    );
  return (
    <div className="border-t border-rule pt-4">
      <NamedFindings label="Consider adding" findings={missing} onGo={onGo} />
    </div>
  );
}
