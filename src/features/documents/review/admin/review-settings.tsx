import { useState } from "react";
import { flushSync } from "react-dom";
import { readList } from "#ui/admin/chips-field.tsx";
import { AdminButton, Checkbox, Switch } from "#ui/admin/controls.tsx";
import { SettingDialog, StoredSetting } from "#ui/admin/records/plain-setting.tsx";
import { useSetting } from "#ui/admin/records/setting.ts";
import { Field } from "#ui/field.tsx";
import { OTHER_TYPES, type OtherType } from "../rules.ts";
import type { ChangedReviewSettings, ReviewSettings } from "../schema.ts";
import { RULE } from "./calls.ts";

/** The two-person rule, and a button that changes it. */
export function ReviewSettingsSection() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="mt-10 max-w-4xl border-t border-rule pt-6">
      <h2 className="headline-sm mb-3 font-semibold">Two-person rule</h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Requires sources, and a second person's approval of the exact text, before news that can move a market is
        published.
      </p>
      <StoredSetting setting={RULE} failed="Could not load the two-person rule." skeleton="h-24 w-full">
        {(stored) => (
          <>
            <p className="mb-4 text-[0.9375rem] wrap-anywhere">{sayRule(stored)}</p>
            <AdminButton onClick={() => setIsOpen(true)} aria-haspopup="dialog">
              {stored.enabled ? "Change the rule" : "Set up the rule"}
            </AdminButton>
            {isOpen && <RuleDialog before={stored} onClose={() => setIsOpen(false)} />}
          </>
        )}
      </StoredSetting>
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

export function RuleDialog({ before, onClose }: DialogProps) {
  const { isBusy, errors, touched, save } = useSetting(RULE, before);
  const [enabled, setEnabled] = useState(before.enabled);
  const [words, setWords] = useState(before.words.join(", "));
  const [categories, setCategories] = useState(before.categories.join(", "));
  const [also, setAlso] = useState<readonly OtherType[]>(before.also);
  const body = () => ({
    enabled,
    words: readList(words, before.words),
    categories: readList(categories, before.categories),
    also: [...also],
  });
  const submit = () =>
    void save(body(), (saved) => {
      // Closed first, because nothing outside an open dialog can be focused.
      flushSync(onClose);
      return sayHeld(saved);
    });
  const errorOf = (name: string) => Object.entries(errors).find(([key]) => key.split(".")[0] === name)?.[1];
  return (
    <SettingDialog title="Two-person rule" save="Save rule" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
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
          touched({ words });
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
          touched({ categories });
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
    </SettingDialog>
  );
}
