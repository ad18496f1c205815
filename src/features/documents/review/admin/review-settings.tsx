import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { readList } from "#ui/admin/chips-field.tsx";
import { AdminButton, Checkbox, Switch } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { OTHER_TYPES, type OtherType } from "../rules.ts";
import type { ChangedReviewSettings, ReviewSettings, ReviewSettingsBody } from "../schema.ts";
import { reviewSettings, saveReviewSettings } from "./calls.ts";

/** The two-person rule, and a button that changes it. */
export function ReviewSettingsSection() {
  const { data, isError, refetch } = useApi(reviewSettings());
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="mt-10 max-w-4xl border-t border-rule pt-6">
      <h2 className="headline-md mb-3 font-semibold">Two-person rule</h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Requires sources, and a second person's approval of the exact text, before news that can move a market is
        published.
      </p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load the two-person rule.</FailedNote>
      ) : data ? (
        <>
          <p className="mb-4 text-[0.9375rem] wrap-anywhere">{sayRule(data)}</p>
          <AdminButton onClick={() => setIsOpen(true)} aria-haspopup="dialog">
            {data.enabled ? "Change the rule" : "Set up the rule"}
          </AdminButton>
          {isOpen && <RuleDialog before={data} onClose={() => setIsOpen(false)} />}
        </>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  );
}

const OTHERS: Record<OtherType, string> = { issue: "Newsletter issues", page: "Pages" };

const LIST = new Intl.ListFormat("en", { type: "disjunction" });

function sayRule({ enabled, words, categories, also }: ReviewSettings): string {
  if (!enabled) return "The rule is off.";
  const says = words.length > 0 ? [`says ${LIST.format(words.map((word) => `“${word}”`))}`] : [];
  const where = categories.length > 0 ? [`is in ${LIST.format(categories)}`] : [];
  const others = also.map((type) => OTHERS[type].toLowerCase());
  const covered = others.length > 0 ? ` It covers ${new Intl.ListFormat("en").format(others)}, too.` : "";
  return `The rule applies to any article that is breaking news${[...says, ...where].map((part) => `, or ${part}`).join("")}.${covered}`;
}

/** The toast's text about documents that the rule has unscheduled. */
function sayHeld({ held }: ChangedReviewSettings): string | undefined {
  if (held.length === 0) return undefined;
  const titles = held.map(({ title }) => `“${title}”`);
  return `No longer scheduled because an approval is missing: ${new Intl.ListFormat("en").format(titles)}.`;
}

type DialogProps = { before: ReviewSettings; onClose: () => void };

/** Stores a change of the rule, then closes the dialog. */
function useSavingRule({ before, onClose }: DialogProps) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = (body: ReviewSettingsBody) =>
    run(
      async () => {
        const { held, ...saved } = await saveReviewSettings(api, before, body);
        // Closed first, because nothing outside an open dialog can be focused.
        flushSync(onClose);
        client.setQueryData(reviewSettings().queryKey, saved);
        const description = sayHeld({ held, ...saved });
        show({ title: "Settings saved", ...(description && { description }) });
      },
      {
        title: "Error saving settings",
        fallback: "Could not save the settings",
        onFailed: (failure) => {
          setErrors(failure instanceof ApiError ? failure.errors : {});
          if (failure instanceof ApiError && failure.status === 409) void client.invalidateQueries(reviewSettings());
        },
      },
    );
  return { isBusy, errors, setErrors, save };
}

export function RuleDialog({ before, onClose }: DialogProps) {
  const { isBusy, errors, setErrors, save } = useSavingRule({ before, onClose });
  const [enabled, setEnabled] = useState(before.enabled);
  const [words, setWords] = useState(before.words.join(", "));
  const [categories, setCategories] = useState(before.categories.join(", "));
  const [also, setAlso] = useState<readonly OtherType[]>(before.also);
  function submit(event: FormEvent) {
    event.preventDefault();
    void save({
      enabled,
      words: readList(words, before.words),
      categories: readList(categories, before.categories),
      also: [...also],
    });
  }
  const errorOf = (name: string) => Object.entries(errors).find(([key]) => key.split(".")[0] === name)?.[1];
  return (
    <Dialog title="Two-person rule" onClose={onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <Switch
          label="Require a second person"
          hint="For breaking news, and for the words and categories below."
          checked={enabled}
          onChange={setEnabled}
        />
        <Field
          label="Words"
          name="words"
          rows={3}
          placeholder="hack, ETF, listing, ruling, insolvency"
          hint="Separated by commas. They match in titles, texts and tags, including at the start of longer words."
          value={words}
          error={errorOf("words")}
          onChange={({ target }) => {
            setWords(target.value);
            setErrors({});
          }}
        />
        <Field
          label="Categories"
          name="categories"
          hint="Separated by commas."
          value={categories}
          error={errorOf("categories")}
          onChange={({ target }) => {
            setCategories(target.value);
            setErrors({});
          }}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Besides articles</legend>
          {OTHER_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={OTHERS[type]}
              checked={also.includes(type)}
              onChange={(on) => setAlso(on ? [...also, type] : also.filter((one) => one !== type))}
            />
          ))}
          <p className="meta mt-1.5">
            If they contain one of these words, they can be sent or published only with an approval.
          </p>
        </fieldset>
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Saving..." : "Save rule"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
