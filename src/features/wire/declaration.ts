import { type Declaration, editors } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * The wire: what other publishers' feeds bring in, as an inbox from which editors make drafts. Owns `wire_source`, `wire_story`,
 * `wire_item` and `wire_rule`. Promises: feeds are fetched from public networks alone and store plain text only, the same story
 * is listed once, nothing becomes an article by itself, and what is stored is bounded.
 */
export const wire = {
  screens: {
    wire: {
      title: "Wire",
      path: adminUrl.wire(),
      needs: ["wire.triage"],
      finder: [{ words: "inbox feeds rss atom agency stories items draft" }],
    },
    wireSources: {
      title: "Wire sources",
      path: adminUrl.wireSources(),
      needs: ["wire.manage"],
      finder: [{ words: "feeds rss atom opml websub rules mute topics" }],
    },
  },
  permissions: {
    "wire.triage": {
      does: "see the stories of the wire, dismiss them and make drafts of them",
      roles: editors,
      keys: "publishing",
    },
    "wire.manage": { does: "add, change and delete sources and rules of the wire", roles: editors, keys: "publishing" },
  },
  actionKinds: { source: "Wire sources", rule: "Wire rules" },
  actions: {
    "source.create": "Wire source added",
    "source.update": "Wire source changed",
    "source.off": "Wire source switched off after failures",
    "source.delete": "Wire source deleted",
    "rule.create": "Wire rule added",
    "rule.delete": "Wire rule deleted",
  },
} as const satisfies Declaration;
