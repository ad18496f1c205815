import type { ReactNode } from "react";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { allCategories } from "#features/categories/calls.ts";
import { useApi } from "#shared/use-api.ts";
import { useMay } from "#ui/admin/permissions.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { isNarrowed, MAX_QUERY_LENGTH } from "./list-address.ts";

type Change = (change: Record<string, string>, how?: { isTyping: boolean }) => void;
type Props = { filter: ArticleListFilter; onChange: Change; onClear: () => void; children?: ReactNode };

const flagOptions = (any: string, on: string, off: string) => [
  { value: "", label: any },
  { value: "true", label: on },
  { value: "false", label: off },
];

const FLAGS = [
  { name: "auto_update", label: "Auto-Update", options: flagOptions("Any auto-update", "Enabled", "Disabled") },
  { name: "featured", label: "Featured", options: flagOptions("Featured or not", "Featured", "Regular") },
  {
    name: "editors_pick",
    label: "Editor's Pick",
    options: flagOptions("Picked or not", "Editor's picks", "Not picked"),
  },
] as const;

/** No status: published, with changes that readers do not have yet. */
const WAITING = "waiting";
const STATUSES = [
  { value: "", label: "All statuses" },
  { value: "published", label: "Published" },
  { value: "scheduled", label: "Scheduled" },
  { value: "ready", label: "Ready" },
  { value: "draft", label: "Draft" },
  { value: WAITING, label: "Changes waiting" },
];

const WHOSE = [
  { value: "", label: "Everybody’s" },
  { value: "mine", label: "My articles" },
  { value: "asked", label: "Asked of me" },
];

/** Search and filters of the editors' list. */
export function ListFilters({ filter, onChange, onClear, children }: Props) {
  const may = useMay();
  const categories = useApi(allCategories()).data ?? [];
  const known = categories.map(({ slug, name }) => ({ value: slug, label: name }));
  const isUnknown = filter.category !== undefined && !known.some(({ value }) => value === filter.category);
  const categoryOptions = [
    { value: "", label: "All categories" },
    ...(isUnknown ? [{ value: filter.category ?? "", label: filter.category ?? "" }] : []),
    ...known,
  ];
  return (
    <search aria-label="Articles" className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      <SearchBox
        label="Search articles by title, author, category or tag"
        placeholder="Search articles"
        maxLength={MAX_QUERY_LENGTH}
        query={filter.query ?? ""}
        onSearch={(query) => onChange({ query }, { isTyping: true })}
      />
      <Select
        label="Status"
        labelHidden
        value={filter.waiting ? WAITING : (filter.status ?? "")}
        options={STATUSES}
        onChange={(status) => onChange(status === WAITING ? { status: "", waiting: "true" } : { status, waiting: "" })}
      />
      <Select
        label="Category"
        labelHidden
        className="md:max-w-48"
        value={filter.category ?? ""}
        options={categoryOptions}
        onChange={(category) => onChange({ category })}
      />
      {may("article.read", "any") && (
        <Select
          label="Whose"
          labelHidden
          value={filter.asked ? "asked" : filter.mine ? "mine" : ""}
          options={WHOSE}
          onChange={(whose) =>
            onChange({ mine: whose === "mine" ? "true" : "", asked: whose === "asked" ? "true" : "" })
          }
        />
      )}
      {(may("article.publish") ? FLAGS : []).map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          labelHidden
          value={filter[name] === undefined ? "" : String(filter[name])}
          options={options}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {isNarrowed(filter) && <ClearFilters onClear={onClear} />}
      {children}
    </search>
  );
}
