import { takenError } from "#features/addresses/kinds.ts";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { nameKey } from "#shared/text.ts";
import { documentUrl } from "#shared/urls.ts";
import type { Column } from "#ui/admin/data-table.tsx";
import type { RowFormProps } from "#ui/admin/edit-form/use-row-form.ts";
import type { FormValues } from "#ui/admin/records/form-values.ts";
import { articlesIn, MAX_OFFERS, MergeDialog } from "#ui/admin/records/merge-dialog.tsx";
import { RecordFields } from "#ui/admin/records/record-fields.tsx";
import { recordForm } from "#ui/admin/records/record-form.ts";
import {
  type MergingProps,
  RecordCount,
  RecordName,
  RecordScreen,
  type RowActionsOf,
  type RowTools,
  useMergeOrDelete,
} from "#ui/admin/records/record-screen.tsx";
import type { Topic, TopicEndpoints } from "../endpoints.ts";
import { KIND_LABELS, TOPIC_FIELDS, TOPIC_KINDS, type TopicFields, topicSlug } from "../rules.ts";

export const topics = editorClientOf<TopicEndpoints>();

export const TOPIC_FORM = recordForm<TopicFields, Topic>({
  one: "topic",
  path: "topics",
  fields: TOPIC_FIELDS,
  slugOf: topicSlug,
  pathOf: documentUrl.topic,
  taken: takenError("topic"),
  gone: "merged or deleted",
});

const FILTERS = [
  {
    name: "kind",
    label: "Kind",
    options: [
      { value: "", label: "All kinds" },
      ...TOPIC_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
    ],
  },
  {
    name: "sort",
    label: "Order",
    options: [
      { value: "", label: "By name" },
      { value: "count", label: "Most articles first" },
    ],
    isOrder: true,
  },
];

/** All topics: what articles are about, with their names, kinds and counts. */
export const TopicsScreen = () => (
  <RecordScreen
    kind={TOPIC_FORM}
    title="Topics"
    many="topics"
    listOf={(query) => topics.list("GET /topics", { query })}
    filters={FILTERS}
    placeholder="Search names and aliases"
    columns={COLUMNS}
    empty="No topics yet. The tags of articles become topics; you can also add one here."
    FormOf={TopicForm}
    useActions={useTopicActions}
  />
);

function useTopicActions({ edit, leave }: RowTools<Topic>): RowActionsOf<Topic> {
  const { merge, remove, opened } = useMergeOrDelete(TOPIC_FORM, consequence, MergeTopicDialog, leave);
  return { actions: [edit, merge, remove], opened };
}

const consequence = ({ name }: Topic) => `“${name}” and its aliases are removed.`;

const COLUMNS: Column<Topic>[] = [
  {
    label: "Name",
    card: "title",
    cell: (topic) => (
      <RecordName row={topic} href={documentUrl.topic(topic.slug)}>
        {topic.aliases.length > 0 && <span className="meta block">Also {topic.aliases.join(", ")}</span>}
      </RecordName>
    ),
  },
  { label: "Kind", className: "as-rows:w-32", cell: ({ kind }) => KIND_LABELS[kind] },
  { label: "Articles", className: "as-rows:w-44", cell: RecordCount },
];

const ORDER = ["name", "kind", "slug", "aliases", "description", "image_url"] as const;

const TopicForm = (props: RowFormProps<Topic, FormValues<TopicFields>>) => (
  <RecordFields {...props} kind={TOPIC_FORM} order={ORDER} PictureField={PictureField} />
);

/** The most used topics whose name or alias contains a text. */
const topicsLike = (query: string) =>
  topics.query("GET /topics", { query: { ...(query && { query }), sort: "count", limit: MAX_OFFERS } });

/** Asks for the topic that another one is merged into. */
function MergeTopicDialog({ row: { name, count }, row, isDeletion = false, ...rest }: MergingProps<Topic>) {
  const api = useEditorApi();
  return (
    <MergeDialog
      {...rest}
      item={row}
      noun="topics"
      title={`Merge “${name}” into another topic`}
      reason={
        isDeletion && `It has ${articlesIn(count)}. Only a topic without articles can be deleted: merge it instead.`
      }
      like={topicsLike}
      isNamed={(other, typed) => [other.name, ...other.aliases].some((one) => nameKey(one) === nameKey(typed))}
      consequence={(into) =>
        into ? (
          <>
            {count === 1 ? "Its article" : `Its ${count} articles`}, drafts too, become articles of{" "}
            <strong className="text-ink">{into.name}</strong>. “{name}” becomes an alias, and its address redirects.
            This cannot be undone.
          </>
        ) : (
          "Its articles, names and address move to the topic you choose."
        )
      }
      merge={(into) => TOPIC_FORM.merge(api, row, into)}
    />
  );
}
