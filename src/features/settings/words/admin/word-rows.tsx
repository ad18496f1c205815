import { RotateCcw } from "lucide";
import { useState } from "react";
import { fold } from "#shared/text.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { Select } from "#ui/admin/select.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { directionOfLanguage, type Message } from "../rules.ts";
import { fieldsOf, type WordValues } from "./words-kind.ts";

/** The parts of the site, in the order of the list. A part without a name here has its own. */
const PARTS: Readonly<Record<string, string>> = {
  shell: "Every page",
  newsletterBox: "Newsletter box",
  home: "Home page",
  lists: "Lists",
  article: "Articles",
  category: "Categories",
  search: "Search",
  saved: "Saved articles",
  months: "Archive",
  pages: "Other pages",
  unsubscribe: "Unsubscribe page",
  notFound: "Page not found",
  offline: "Without a connection",
  content: "Inside texts",
  record: "Record of changes",
  documents: "Authors, series, topics and issues",
  notices: "Notices",
  mails: "Mails to readers",
  newsroomMails: "Mails to the newsroom",
};

const SHOWN = [
  { value: "all", label: "All texts" },
  { value: "changed", label: "Changed" },
  { value: "missing", label: "Missing" },
  ...Object.entries(PARTS).map(([value, label]) => ({ value, label })),
];

/** Rows that are shown before the button for more. */
const STEP = 40;
const MAX_QUERY = 100;

type Props = {
  language: string;
  messages: readonly Message[];
  values: WordValues;
  errors: FieldErrors;
  change: (values: WordValues) => void;
};

/** The texts with a search, each with its default. */
export function WordRows({ language, messages, values, errors, change }: Props) {
  const [query, setQuery] = useState("");
  const [which, setWhich] = useState("all");
  const [most, setMost] = useState(STEP);
  const wanted = fold(query.trim());
  const order = Object.keys(PARTS);
  const rows = messages
    .map((message) => ({ message, fields: fieldsOf(message, language) }))
    .filter(({ message, fields }) => {
      if (fields.some(({ name }) => errors[name])) return true;
      const isFound = [message.key, ...fields.flatMap(({ name, initial }) => [values[name] ?? initial, initial])].some(
        (text) => fold(text).includes(wanted),
      );
      if (!isFound || which === "all") return isFound;
      const isChanged = fields.some(({ name, initial }) => (values[name] ?? initial) !== initial);
      if (which === "changed") return isChanged;
      return which === "missing" ? !message.is_translated && !isChanged : message.part === which;
    })
    .toSorted((left, right) => order.indexOf(left.message.part) - order.indexOf(right.message.part));
  const restart = () => setMost(STEP);
  return (
    <section aria-label="Texts">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Search the texts"
          type="search"
          placeholder="Search"
          maxLength={MAX_QUERY}
          autoComplete="off"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            restart();
          }}
          // Enter would save the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <Select
          label="Shown texts"
          value={which}
          options={SHOWN}
          onChange={(chosen) => {
            setWhich(chosen);
            restart();
          }}
        />
      </div>
      <p role="status" className="meta mt-3">
        {rows.length === 0
          ? "No text has these words."
          : rows.length === 1
            ? "1 text"
            : `${rows.length.toLocaleString("en")} texts`}
      </p>
      <ul className="mt-2 divide-y divide-rule">
        {rows.slice(0, most).map(({ message, fields }, at) => (
          <li key={message.key} className="py-4">
            {rows[at - 1]?.message.part !== message.part && (
              <h2 className="headline-sm mb-3 font-semibold">{PARTS[message.part] ?? message.part}</h2>
            )}
            <WordRow {...{ message, fields, values, errors, change }} direction={directionOfLanguage(language)} />
          </li>
        ))}
      </ul>
      {rows.length > most && (
        <AdminButton className="mt-4" onClick={() => setMost(most + STEP)}>
          Show more
        </AdminButton>
      )}
    </section>
  );
}

type RowProps = Pick<Props, "values" | "errors" | "change"> & {
  message: Message;
  fields: ReturnType<typeof fieldsOf>;
  direction: "ltr" | "rtl";
};

function WordRow({ message: { key, is_translated }, fields, values, errors, change, direction }: RowProps) {
  const isChanged = fields.some(({ name, initial }) => (values[name] ?? initial) !== initial);
  return (
    <div className="space-y-3">
      {fields.map(({ name, form, initial }) => (
        <Field
          key={name}
          label={form === undefined ? key : `${key}, ${form}`}
          name={name}
          autoComplete="off"
          dir={direction}
          placeholder={is_translated ? undefined : key}
          value={values[name] ?? initial}
          error={errors[name]}
          hint={is_translated && (values[name] ?? initial) !== initial ? `Default: ${initial}` : undefined}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
      {isChanged && (
        <AdminIconButton
          label={`Reset “${key}”`}
          onClick={() => change(Object.fromEntries(fields.map(({ name, initial }) => [name, initial])))}
        >
          <Icon icon={RotateCcw} size={16} />
        </AdminIconButton>
      )}
    </div>
  );
}
