import { useQueryClient } from "@tanstack/react-query";
import { GitMerge, Pencil, Trash2 } from "lucide";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useEditorApi } from "#shared/editor-api.tsx";
import { documentUrl } from "#shared/urls.ts";
import { knownOf, searchedFor, useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { OpenedForm } from "#ui/admin/edit-form/opened-form.tsx";
import { useOpenForm } from "#ui/admin/edit-form/use-open-form.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Topic } from "../endpoints.ts";
import { KIND_LABELS, TOPIC_KINDS } from "../rules.ts";
import { MergeTopicDialog, type Merging } from "./merge-dialog.tsx";
import { TopicForm } from "./topic-form.tsx";
import { deleteTopic, TOPIC_FORM, type TopicValues, topicById, topics, versioned } from "./topic-kind.ts";

const MAX_QUERY = 100;
const KINDS = [
  { value: "", label: "All kinds" },
  ...TOPIC_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
];
const ORDERS = [
  { value: "", label: "By name" },
  { value: "count", label: "Most articles first" },
];

/** The list's filters from the address. */
function useFilters() {
  const [search, change] = useAddressQuery();
  const query = searchedFor(search.get("query"), MAX_QUERY);
  const kind = knownOf(TOPIC_KINDS, search.get("kind"));
  const sort = knownOf(["name", "count"], search.get("sort"));
  return { given: { ...(query && { query }), ...(kind && { kind }), ...(sort && { sort }) }, change };
}

const editButtonId = (id: number) => `edit-topic-${id}`;

/** All topics: what articles are about, with their names, kinds and counts. */
export function TopicsScreen() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { given, change } = useFilters();
  const list = usePagedList(topics.list("GET /topics", { query: given }));
  const [merging, setMerging] = useState<Merging | null>(null);
  useFailureToast(list.error, "Error fetching topics", "Could not fetch the topics");
  const form = useOpenForm<TopicValues>(TOPIC_FORM, (subject) => {
    const opener = subject === null ? addButton.current : document.getElementById(editButtonId(subject));
    (opener ?? heading.current)?.focus();
  });
  const { opened } = form;
  // Articles name their topics: all open lists are refetched.
  const changed = () => void client.invalidateQueries();
  const deletion = useDeleteTopic((gone) => {
    if (opened?.subject === gone.id) form.close();
    heading.current?.focus();
    changed();
  });
  const actions = actionsOf({
    onEdit: ({ id }) => form.open(id),
    onMerge: (topic) => setMerging({ topic }),
    onDelete: (topic) => (topic.count > 0 ? setMerging({ topic, isDeletion: true }) : deletion.ask(topic)),
  });
  const isAdding = opened !== null && opened.subject === null;
  const isNarrowed = given.query !== undefined || given.kind !== undefined;
  return (
    <div className="pt-8">
      <PanelHeading ref={heading} title="Topics">
        <AdminButton
          ref={addButton}
          variant={isAdding ? "plain" : "primary"}
          onClick={isAdding ? form.cancel : () => form.open(null)}
        >
          {isAdding ? "Cancel" : "New topic"}
        </AdminButton>
      </PanelHeading>
      <DraftOffers {...form.offers} />
      {opened && (
        <OpenedForm
          key={opened.serial}
          form={{ ...form, opened }}
          FormOf={TopicForm}
          byId={topicById}
          versioned={versioned}
          noun="topic"
          onStored={changed}
        />
      )}
      <Filters given={given} isNarrowed={isNarrowed} onChange={change} />
      <PagedTable
        noun={{ one: "topic", many: "topics" }}
        list={list}
        columns={[...COLUMNS, actions]}
        rowKey={({ id }) => id}
        empty={
          isNarrowed
            ? "No topic matches."
            : "No topics yet. The tags of articles become topics; you can also add one here."
        }
      />
      {deletion.question}
      {merging && (
        <MergeTopicDialog
          {...merging}
          onClose={() => setMerging(null)}
          onMerged={() => {
            if (opened?.subject === merging.topic.id) form.close();
            flushSync(() => setMerging(null));
            heading.current?.focus();
            changed();
          }}
        />
      )}
    </div>
  );
}

type Actions = Record<"onEdit" | "onMerge" | "onDelete", (topic: Topic) => void>;

const actionsOf = ({ onEdit, onMerge, onDelete }: Actions): Column<Topic> => ({
  label: "Actions",
  card: "actions",
  className: "as-rows:w-36",
  cell: (topic) => (
    <RowActions>
      <AdminIconButton label={`Edit ${topic.name}`} id={editButtonId(topic.id)} onClick={() => onEdit(topic)}>
        <Icon icon={Pencil} size={17} />
      </AdminIconButton>
      <AdminIconButton label={`Merge ${topic.name}`} onClick={() => onMerge(topic)}>
        <Icon icon={GitMerge} size={17} />
      </AdminIconButton>
      <AdminIconButton label={`Delete ${topic.name}`} onClick={() => onDelete(topic)}>
        <Icon icon={Trash2} size={17} />
      </AdminIconButton>
    </RowActions>
  ),
});

type FiltersProps = {
  given: ReturnType<typeof useFilters>["given"];
  isNarrowed: boolean;
  onChange: ReturnType<typeof useFilters>["change"];
};

function Filters({ given, isNarrowed, onChange }: FiltersProps) {
  return (
    <search aria-label="Topics" className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      <SearchBox
        label="Search topics"
        placeholder="Search names and aliases"
        maxLength={MAX_QUERY}
        query={given.query ?? ""}
        onSearch={(query) => onChange({ query }, { replace: true })}
      />
      <Select
        label="Kind"
        labelHidden
        value={given.kind ?? ""}
        options={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        label="Order"
        labelHidden
        value={given.sort ?? ""}
        options={ORDERS}
        onChange={(sort) => onChange({ sort })}
      />
      {isNarrowed && <ClearFilters onClear={() => onChange({ query: "", kind: "" })} />}
    </search>
  );
}

const COLUMNS: Column<Topic>[] = [
  {
    label: "Name",
    card: "title",
    cell: ({ name, slug, aliases, is_hidden }) => (
      <span className="min-w-0 wrap-anywhere">
        {is_hidden ? (
          <span className="font-semibold">{name}</span>
        ) : (
          <a href={documentUrl.topic(slug)} className="link-quiet font-semibold">
            {name}
          </a>
        )}
        {aliases.length > 0 && <span className="meta block">Also {aliases.join(", ")}</span>}
      </span>
    ),
  },
  { label: "Kind", className: "as-rows:w-32", cell: ({ kind }) => KIND_LABELS[kind] },
  {
    label: "Articles",
    className: "as-rows:w-44",
    cell: ({ count, is_hidden }) => (
      <span className="tabular-nums">
        {count.toLocaleString("en")}
        {is_hidden && <span className="meta block">Hidden from readers</span>}
      </span>
    ),
  },
];

/** Deletes a topic without articles after confirmation. */
function useDeleteTopic(onDeleted: (topic: Topic) => void) {
  const api = useEditorApi();
  return useDeletion<Topic>({
    words: {
      title: "Delete this topic?",
      confirm: "Delete",
      deleted: "Topic deleted",
      failed: "Error deleting topic",
      fallback: "Could not delete the topic",
    },
    consequence: ({ name }) => `“${name}” and its aliases are removed.`,
    call: (topic) => deleteTopic(api, topic),
    onDeleted,
  });
}
