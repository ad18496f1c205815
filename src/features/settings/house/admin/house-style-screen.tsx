import type { AvoidedWord } from "#shared/house-words.ts";
import { MAX_LANGUAGE_LENGTH } from "#shared/language.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { addRow, OrderedRows } from "#ui/admin/ordered-rows.tsx";
import { AllSettings } from "#ui/admin/panel.tsx";
import { controlsOf, FieldControl } from "#ui/admin/records/field-control.tsx";
import { Field } from "#ui/field.tsx";
import { LoadingSettings } from "../../admin/site-preview.tsx";
import { HOUSE_FIELDS, MAX_WORDS, WORD_FIELDS } from "../rules.ts";
import { flatten, HOUSE_FORM, wordsIn } from "./house-kind.ts";

/** How texts are written: what is checked while writing, and required before publishing. */
export function HouseStyleScreen() {
  return (
    <StandingForm
      {...HOUSE_FORM}
      title="House style"
      isScreen
      actions={<AllSettings />}
      className="max-w-3xl space-y-10"
      save={{ idle: "Save house style", busy: "Saving..." }}
      failed="Could not load the house style."
      loading={<LoadingSettings what="the house style" />}
    >
      {(form) => {
        const control = controlsOf(HOUSE_FIELDS, form);
        return (
          <>
            <section aria-labelledby="house-titles" className="space-y-5">
              <h2 id="house-titles" className="headline-sm font-semibold">
                Titles and excerpts
              </h2>
              <FieldControl {...control("typographic_quotes")} />
              <div className="grid gap-5 sm:grid-cols-2">
                <FieldControl {...control("title_from")} />
                <FieldControl {...control("title_to")} />
              </div>
            </section>
            <section aria-labelledby="house-pictures" className="space-y-5">
              <div>
                <h2 id="house-pictures" className="headline-sm mb-1 font-semibold">
                  Pictures
                </h2>
                <p className="meta">
                  Articles, pages and newsletter issues that lack a required text cannot be published or scheduled, also
                  by a bulk change or through the API. Public and imported texts stay as they are.
                </p>
              </div>
              <div className="grid gap-5 sm:grid-cols-3">
                <FieldControl {...control("alt")} />
                <FieldControl {...control("caption")} />
                <FieldControl {...control("credit")} />
              </div>
            </section>
            <WordList
              list={form.values.words}
              errors={form.errors}
              onChange={(words) => form.change({ words: flatten(words) })}
            />
          </>
        );
      }}
    </StandingForm>
  );
}

type ListProps = { list: readonly string[]; errors: FieldErrors; onChange: (words: AvoidedWord[]) => void };

const NO_WORD: AvoidedWord = { avoid: "", replacement: "", reason: "", language: "" };

function WordList({ list, errors, onChange }: ListProps) {
  const words = wordsIn(list);
  const set = (at: number, part: Partial<AvoidedWord>) =>
    onChange(words.map((word, index) => (index === at ? { ...word, ...part } : word)));
  return (
    <section aria-labelledby="house-words">
      <h2 id="house-words" className="headline-sm mb-1 font-semibold">
        Words to avoid
      </h2>
      <p className="meta mb-4">
        They are underlined in titles, excerpts and texts. A word in small letters is found in any case, one with
        capitals only as it is written. A language, such as en or sw, limits a word to articles in it.
      </p>
      {words.length === 0 && <p className="mb-4 text-[0.9375rem]">No words so far.</p>}
      <OrderedRows
        label="Words to avoid"
        items={words}
        nameOf={({ avoid }, at) => avoid || `word ${at + 1}`}
        onChange={onChange}
      >
        {(word, at) => (
          <div className="grid gap-2 @xs:grid-cols-2 @lg:grid-cols-[3fr_3fr_4fr_6.5rem]">
            {WORD_PARTS.map(([part, label, max]) => (
              <Field
                key={part}
                label={label}
                aria-label={`Word ${at + 1}: ${label.toLowerCase()}`}
                name={`words.${at}.${part}`}
                maxLength={max}
                autoComplete="off"
                value={word[part]}
                error={errors[`words.${at}.${part}`]}
                onChange={({ target }) => set(at, { [part]: target.value })}
              />
            ))}
          </div>
        )}
      </OrderedRows>
      {errors.words && <p className="mt-3 text-sm font-medium text-down">{errors.words}</p>}
      {words.length < MAX_WORDS && (
        <AdminButton
          className="mt-4"
          onClick={({ currentTarget }) => addRow(currentTarget, () => onChange([...words, NO_WORD]))}
        >
          Add a word
        </AdminButton>
      )}
    </section>
  );
}

const WORD_PARTS = [
  ["avoid", "Avoid", WORD_FIELDS.avoid.max],
  ["replacement", "Write instead", WORD_FIELDS.replacement.max],
  ["reason", "Reason", WORD_FIELDS.reason.max],
  ["language", "Language", MAX_LANGUAGE_LENGTH],
] as const;
