import { type Declaration, editors, ownBelowEditor } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * What is published and sent when, the story budget, and the overview that editors see first. Owns `idea` and `idea_person`;
 * reads articles, issues, pages and the trash. Promises: each person sees only what their permissions allow, a story becomes at
 * most one article, and its state is that of the article.
 */
export const calendar = {
  screens: {
    calendar: {
      title: "Calendar",
      path: adminUrl.calendar(),
      finder: [{ words: "schedule plan publish week month time zone" }],
    },
    budget: {
      title: "Budget",
      path: adminUrl.budget(),
      needs: ["idea.write"],
      finder: [{ words: "story ideas assignments planning board due who assign pitch" }],
    },
  },
  permissions: {
    "idea.write": {
      does: "see the story budget, add ideas, change stories and make drafts of them",
      roles: ownBelowEditor,
      keys: "drafts",
    },
    "idea.assign": { does: "assign stories to people, and delete them", roles: editors, keys: "publishing" },
  },
  actionKinds: { idea: "Story budget" },
  actions: {
    "idea.add": "Story planned",
    "idea.change": "Plan of a story changed",
    "idea.draft": "Draft of a story made",
    "idea.delete": "Story deleted from the budget",
  },
  personalData: {
    "stories that are assigned to people": {
      columns: { "idea_person.account_id": "stories" },
      until: "the story or the assignment is deleted; or the login is removed",
      exported: "yes",
      erased: "gone",
    },
    "who added a story to the budget": {
      columns: { "idea.created_by": "stories" },
      until: "the story is deleted from the budget",
      exported: "yes",
      erased: "number",
    },
  },
} as const satisfies Declaration;
