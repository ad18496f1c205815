import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { allCategories } from "#features/categories/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { storyWord } from "#shared/story.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { problemOf } from "#ui/admin/date-values.ts";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import type { IdeaChange, StoryIdea } from "../endpoints.ts";
import { MAX_LENGTH, MAX_NOTE, MAX_TITLE, NO_LENGTH, SLOT_LABELS, SLOTS } from "../rules.ts";
import { budget, budgetChanged } from "./calls.ts";

type Person = { id: number; name: string };
type Props = {
  id: number;
  zone: string;
  /** Who can be assigned; empty for users who may not assign. */
  people: readonly Person[];
  me: number | null;
  onDraft: (story: StoryIdea) => Promise<StoryIdea | undefined>;
  onClose: () => void;
  onDeleted: () => void;
};

/** A story with all that is planned for it. */
export function StoryPanel({ id, ...given }: Props) {
  const { data, error, refetch } = useApi(budget.query("GET /budget/:id", { params: { id } }));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog title="Story" wide="form" onClose={given.onClose}>
      {data && <StoryForm key={data.id} first={data} {...given} />}
      {isGone && <p className="mt-2">This story was deleted from the budget, or assigned to others.</p>}
      {error && !isGone && !data && <FailedNote onRetry={() => void refetch()}>Could not fetch the story</FailedNote>}
      {!data && !error && <SkeletonLines lines={6} />}
    </Dialog>
  );
}

type Values = {
  title: string;
  people: number[];
  due: string | null;
  length: string;
  slot: StoryIdea["slot"];
  section: string;
  note: string;
};

const valuesOf = ({ title, people, due, length, slot, section, note }: StoryIdea): Values => ({
  title,
  people: people.map(({ id }) => id),
  due,
  length: length === null ? "" : String(length),
  slot,
  section,
  note,
});

/** Only the fields that differ, so that another user's changes of others stay. */
function changeOf(before: Values, after: Values): IdeaChange {
  const { length, ...rest } = after;
  const changed = Object.entries(rest).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as "title"]),
  );
  const digits = length.replaceAll(/[\s,.]/g, "");
  return {
    ...Object.fromEntries(changed),
    ...(length !== before.length && { length: digits === "" ? null : Number(digits) }),
  };
}

type FormProps = Omit<Props, "id"> & { first: StoryIdea };

/** Stores and deletes the story of a panel. */
function useStoryCalls({ first, onClose, onDeleted }: Pick<FormProps, "first" | "onClose" | "onDeleted">) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<FieldErrors>({});
  const params = { id: first.id };
  const store = (change: IdeaChange) =>
    run(
      async () => {
        if (Object.keys(change).length > 0) await budget.send(api, "PUT /budget/:id", { params, body: change });
        void budgetChanged(client);
        return true;
      },
      {
        title: "Error saving the story",
        fallback: "Could not save the story",
        onFailed: (error) => setErrors(error instanceof ApiError ? error.errors : {}),
      },
    );
  const { ask, question } = useDeletion<StoryIdea>({
    words: {
      title: "Delete this story?",
      confirm: "Delete",
      deleted: "Story deleted",
      failed: "Error deleting the story",
      fallback: "Could not delete the story",
    },
    consequence: ({ title, article }) =>
      `“${title}” is removed from the budget.${article === null ? "" : " Its article stays."}`,
    call: () => budget.send(api, "DELETE /budget/:id", { params }),
    onDeleted: () => {
      onClose();
      onDeleted();
      void budgetChanged(client);
    },
  });
  return { isBusy, errors, setErrors, store, ask, question, show };
}

function StoryForm({ first, zone, people, me, onDraft, onClose, onDeleted }: FormProps) {
  const may = useMay();
  const navigate = useNavigate();
  const [values, setValues] = useState(() => valuesOf(first));
  const { isBusy, errors, setErrors, store, ask, question, show } = useStoryCalls({ first, onClose, onDeleted });
  const [before, setBefore] = useState(first);
  // A save elsewhere changes what is compared, not what is typed.
  useEffect(() => setBefore(first), [first]);
  const change = changeOf(valuesOf(before), values);
  const set = (next: Partial<Values>) => {
    setErrors({});
    setValues((now) => ({ ...now, ...next }));
  };
  async function save() {
    const due = problemOf(values.due);
    // Not a number, which JSON would store as none.
    const isNumber = change.length === undefined || change.length === null || Number.isInteger(change.length);
    if (due || !isNumber) {
      setErrors({ ...(due && { due }), ...(!isNumber && { length: NO_LENGTH }) });
      return false;
    }
    return store(change);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!(await save())) return;
    show({ title: "Story saved" });
    onClose();
  }
  async function draft() {
    if (!(await save())) return;
    const made = await onDraft(first);
    if (made?.article) void navigate(adminUrl.article(made.article));
  }
  async function assign(ids: number[]) {
    if (await store({ people: ids })) onClose();
  }
  const mayDelete = may("idea.assign") || (first.may_change && first.people.every(({ id }) => id === me));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 space-y-4">
      <p className="meta">{storyWord(first.state)}</p>
      <Fields {...{ first, values, set, errors, zone }} />
      <Assignment {...{ first, people, me, chosen: values.people, set, onAssign: assign }} />
      <div className="flex flex-wrap justify-end gap-2">
        {mayDelete && (
          <AdminButton variant="danger" className="mr-auto" onClick={() => ask(first)}>
            Delete
          </AdminButton>
        )}
        <AdminButton onClick={onClose}>Cancel</AdminButton>
        {first.article === null ? (
          <AdminButton disabled={isBusy} onClick={() => void draft()}>
            Make a draft
          </AdminButton>
        ) : (
          <AdminButton onClick={() => void navigate(adminUrl.article(first.article ?? 0))}>Open article</AdminButton>
        )}
        {first.may_change && (
          <AdminButton type="submit" variant="primary" disabled={isBusy}>
            Save
          </AdminButton>
        )}
      </div>
      {question}
    </form>
  );
}

type FieldsProps = {
  first: StoryIdea;
  values: Values;
  set: (next: Partial<Values>) => void;
  errors: FieldErrors;
  zone: string;
};

function Fields({ first, values, set, errors, zone }: FieldsProps) {
  const { data: categories = [] } = useApi(allCategories());
  const isArticle = first.article !== null;
  const sections = [...new Set([values.section, ...categories.map(({ name }) => name)])].filter(Boolean);
  return (
    <>
      <Field
        label="Title"
        maxLength={MAX_TITLE}
        value={values.title}
        error={errors.title}
        readOnly={isArticle}
        hint={isArticle ? "The title and the section are changed in the article." : undefined}
        onChange={(event) => set({ title: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateTimeField label="Due" value={values.due} zone={zone} error={errors.due} onChange={(due) => set({ due })} />
        <Field
          label="Length in words"
          inputMode="numeric"
          value={values.length}
          error={errors.length}
          placeholder={`1 to ${MAX_LENGTH.toLocaleString("en")}`}
          onChange={(event) => set({ length: event.target.value })}
        />
        <Select
          label="Slot"
          value={values.slot}
          options={SLOTS.map((slot) => ({ value: slot, label: SLOT_LABELS[slot] }))}
          onChange={(slot) => set({ slot: slot as StoryIdea["slot"] })}
        />
        <Select
          label="Section"
          value={values.section}
          disabled={isArticle}
          options={[{ value: "", label: "None" }, ...sections.map((name) => ({ value: name, label: name }))]}
          onChange={(section) => set({ section })}
        />
      </div>
      <Field
        label="Note"
        rows={3}
        maxLength={MAX_NOTE}
        value={values.note}
        error={errors.note}
        onChange={(event) => set({ note: event.target.value })}
      />
    </>
  );
}

type AssignmentProps = {
  first: StoryIdea;
  people: readonly Person[];
  me: number | null;
  chosen: readonly number[];
  set: (next: Partial<Values>) => void;
  onAssign: (ids: number[]) => Promise<void>;
};

/** Editors choose people; others take an open story, or give up an own one. */
function Assignment({ first, people, me, chosen, set, onAssign }: AssignmentProps) {
  const may = useMay();
  if (may("idea.assign"))
    return (
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">People</legend>
        <div className="grid max-h-44 gap-x-4 overflow-y-auto sm:grid-cols-2">
          {people.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={(isOn) => set({ people: isOn ? [...chosen, id] : chosen.filter((one) => one !== id) })}
            />
          ))}
        </div>
      </fieldset>
    );
  const ids = first.people.map(({ id }) => id);
  const isMine = me !== null && ids.includes(me);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-[0.9375rem]">{first.people.map(({ name }) => name).join(", ") || "An open story"}</p>
      {me !== null && (isMine || ids.length === 0) && (
        <AdminButton onClick={() => void onAssign(isMine ? ids.filter((id) => id !== me) : [...ids, me])}>
          {isMine ? "Give up" : "Take it"}
        </AdminButton>
      )}
    </div>
  );
}
