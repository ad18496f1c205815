import { useEditorApi } from "#shared/editor-api.tsx";
import { nameKey } from "#shared/text.ts";
import { articlesIn, MAX_OFFERS, MergeDialog } from "#ui/admin/merge-dialog.tsx";
import type { Topic } from "../endpoints.ts";
import { mergeTopic, topics } from "./topic-kind.ts";

/** The most used topics whose name or alias contains a text. */
const topicsLike = (query: string) =>
  topics.query("GET /topics", { query: { ...(query && { query }), sort: "count", limit: MAX_OFFERS } });

/** `isDeletion`: the user wanted to delete it. */
export type Merging = { topic: Topic; isDeletion?: boolean };
type Props = Merging & { onMerged: (into: Topic) => void; onClose: () => void };

/** Asks for the topic that another one is merged into. */
export function MergeTopicDialog({ topic, isDeletion = false, ...rest }: Props) {
  const api = useEditorApi();
  return (
    <MergeDialog
      {...rest}
      item={topic}
      noun="topics"
      title={`Merge “${topic.name}” into another topic`}
      reason={
        isDeletion &&
        `It has ${articlesIn(topic.count)}. Only a topic without articles can be deleted: merge it instead.`
      }
      like={topicsLike}
      isNamed={({ name, aliases }, typed) => [name, ...aliases].some((one) => nameKey(one) === nameKey(typed))}
      consequence={(into) =>
        into ? (
          <>
            {topic.count === 1 ? "Its article" : `Its ${topic.count} articles`}, drafts too, become articles of{" "}
            <strong className="text-ink">{into.name}</strong>. “{topic.name}” becomes an alias, and its address
            redirects. This cannot be undone.
          </>
        ) : (
          "Its articles, names and address move to the topic you choose."
        )
      }
      merge={(into) => mergeTopic(api, topic, into)}
    />
  );
}
