import { TAKEN } from "#features/addresses/rules.ts";
import type { ApiResponse, EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { slugWords } from "#shared/slug.ts";
import { joinList, splitList } from "#ui/admin/chips-field.tsx";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";

import type { Topic, TopicBody, TopicEndpoints } from "../endpoints.ts";
import { KIND_LABELS, type TopicKind, topicSlug, topicVersion } from "../rules.ts";

export const topics = editorClientOf<TopicEndpoints>();

/** `aliases`: as they are typed, with commas. `slug`: null while it is made of the name. */
export type TopicValues = {
  name: string;
  slug: string | null;
  kind: TopicKind;
  aliases: string;
  description: string;
  image_url: string;
};

const NO_NAME = "Please enter a name";

export const slugOrNone = (typed: string): string => (slugWords(typed) === "" ? "" : topicSlug(typed));

const bodyOf = ({ slug, aliases, ...values }: TopicValues): TopicBody => ({
  ...values,
  slug: slugOrNone(slug ?? ""),
  aliases: splitList(aliases),
});

export const versioned = (row: Topic): Versioned<Topic> => ({ row, etag: `"${topicVersion(row)}"` });
const answered = ({ body }: ApiResponse<Topic>): Versioned<Topic> => versioned(body);

/** The query of one topic by its id. */
export const topicById = (id: number) => topics.query("GET /topics/:slug", { params: { slug: id } });

/** The form of a topic. */
export const TOPIC_FORM: FormKind<Topic, TopicValues> = {
  name: "topic",
  what: "topic",
  titleOf: ({ name }) => name,
  fields: {
    name: { label: "Name", show: ({ name }) => name },
    slug: { label: "Slug", show: ({ slug }) => slug ?? "" },
    kind: { label: "Kind", show: ({ kind }) => KIND_LABELS[kind] },
    aliases: { label: "Aliases", show: ({ aliases }) => aliases },
    description: { label: "Description", show: ({ description }) => description },
    image_url: { label: "Picture", show: ({ image_url }) => image_url },
  },
  empty: { name: "", slug: null, kind: "topic", aliases: "", description: "", image_url: "" },
  idOf: ({ id }) => id,
  valuesOf: ({ name, slug, kind, aliases, description, image_url }) => ({
    name,
    slug,
    kind,
    aliases: joinList(aliases),
    description,
    image_url,
  }),
  missingIn: ({ name }) => (name === "" ? { name: NO_NAME } : {}),
  tidy: (values) => ({ ...values, name: values.name.trim(), description: values.description.trim() }),
  // A former name becomes an alias.
  takenOver: ["slug", "aliases", "image_url"],
  closesWhenSaved: true,
  read: async (api, id, signal) =>
    answered(await topics.send(api, "GET /topics/:slug", { params: { slug: id }, ...(signal && { signal }) })),
  create: async (api, values, idempotencyKey) => {
    const answer = await topics.send(api, "POST /topics", { body: bodyOf(values), idempotencyKey });
    return { ...answered(answer), hasOthers: answer.hasOthers };
  },
  update: async (api, { row, etag }, values) =>
    answered(
      await topics.send(api, "PUT /topics/:slug", { params: { slug: row.id }, body: bodyOf(values), ifMatch: etag }),
    ),
  words: {
    added: "Topic added",
    updated: "Topic updated",
    adding: { title: "Error adding topic", fallback: "Could not add the topic" },
    updating: { title: "Error updating topic", fallback: "Could not update the topic" },
    deleted: "Another user merged or deleted this topic. Your text is still here: saving it creates a new topic.",
    refused: ({ name, slug }) => {
      if (slug === TAKEN.topic) return { title: "Duplicate slug", description: slug };
      return name === NO_NAME ? { title: "Missing required fields", description: name } : undefined;
    },
  },
};

export const mergeTopic = async (api: EditorApi, from: Topic, into: Topic): Promise<Topic> =>
  (await topics.send(api, "POST /topics/merge", { body: { from: from.id, into: into.id } })).body;

export const deleteTopic = (api: EditorApi, { id }: Topic) =>
  topics.send(api, "DELETE /topics/:slug", { params: { slug: id } });
