import { type Declaration, editors } from "#shared/declaration.ts";
import { adminUrl, documentPattern } from "#shared/urls.ts";

/**
 * What articles are about: topics, coins, people and companies, with addresses, aliases and descriptions. Owns `topic`,
 * `topic_alias`. Promises: a former name still names the topic, a former address redirects, and
 * readers don't see a topic that only drafts name.
 */
export const topics = {
  screens: {
    topics: {
      title: "Topics",
      path: adminUrl.topics(),
      needs: ["topic.manage"],
      finder: [{ words: "tags coins people companies aliases merge rename" }],
    },
  },
  permissions: {
    "topic.manage": { does: "add, change, merge and delete topics", roles: editors, keys: "publishing" },
  },
  actionKinds: { topic: "Topics" },
  actions: {
    "topic.create": "Topic created",
    "topic.update": "Topic changed",
    "topic.merge": "Topics merged",
    "topic.delete": "Topic deleted",
  },
  scopes: ["topic", "tag"],
  addresses: { topic: { pattern: documentPattern.topic, taken: "A topic with this slug already exists." } },
  pictures: { topic: { label: "Topic", path: adminUrl.topics() } },
} as const satisfies Declaration;
