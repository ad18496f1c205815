import { chiefs, type Declaration, editors } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Subscribers and newsletter issues: written, scheduled, sent, shown as pages. Owns `subscriber`, `issue`,
 * `issue_link` and `digest`. Promises: an issue goes to each subscriber once, as it was scheduled, and unsubscribing works from every
 * mail.
 */
export const newsletter = {
  screens: {
    audience: {
      title: "Audience",
      path: adminUrl.audience(),
      below: "sections",
      needs: ["subscriber.manage", "message.manage", "issue.manage"],
      finder: [
        { label: "Subscribers", words: "audience newsletter readers", needs: "subscriber.manage" },
        { label: "Messages", path: adminUrl.audience("messages"), words: "audience contact", needs: "message.manage" },
        {
          label: "Issues",
          path: adminUrl.audience("issues"),
          words: "audience newsletter mail numbers clicks links delivered rejected",
          needs: "issue.manage",
        },
        {
          label: "Outbox",
          path: adminUrl.audience("outbox"),
          words: "audience mail queue",
          needs: "subscriber.manage",
        },
      ],
    },
    issue: { title: "Newsletter issue", path: "/admin/issues", below: "documents", needs: ["issue.manage"] },
  },
  permissions: {
    "issue.manage": { does: "write and send newsletter issues", roles: editors, keys: "alone" },
    "subscriber.manage": { does: "see and manage subscribers and their mails", roles: chiefs },
  },
  actionKinds: { issue: "Newsletter issues", subscriber: "Subscribers" },
  actions: {
    "issue.create": "Issue created",
    "issue.update": "Issue changed",
    "issue.schedule": "Issue scheduled",
    "issue.send": "Issue sent",
    "issue.sent": "Sending of an issue finished",
    "issue.test": "Test issue sent",
    "issue.pause": "Issue paused",
    "issue.resume": "Issue resumed",
    "issue.delete": "Issue deleted",
    "issue.trash": "Issue moved to the trash",
    "issue.restore": "Issue restored from the trash",
    "issue.purge": "Issue permanently deleted",
    "issue.share": "Preview link of an issue created",
    "issue.unshare": "Preview links of an issue revoked",
    "subscriber.add": "Subscriber added",
    "subscriber.remove": "Subscriber removed",
    "subscriber.import": "Subscribers imported",
    "subscriber.repair": "Bounces of subscribers cleared",
    "subscriber.export": "Subscribers exported",
  },
  scopes: ["issue", "issues"],
  pictures: { issue: { label: "Newsletter" } },
} as const satisfies Declaration;
