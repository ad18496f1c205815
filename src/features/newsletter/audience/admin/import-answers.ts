import type { ColumnRole, ImportAnswers, ImportReport } from "../schema.ts";

/** What the editor has chosen: the use of each column, empty while it is to be confirmed, and what states mean. */
export type Choices = { columns?: (ColumnRole | "")[]; statuses: Record<string, boolean> };

export const NO_CHOICES: Choices = { statuses: {} };

/** The use of each column, as chosen or guessed; empty for a guess that has to be confirmed. */
export const columnChoices = ({ columns }: ImportReport, choices: Choices): (ColumnRole | "")[] =>
  choices.columns ?? columns.map(({ role, is_unclear: isUnclear }) => (isUnclear ? "" : role));

/** What a state means, as chosen or known; empty if neither. */
export function statusChoice({ value, meaning }: ImportReport["statuses"][number], { statuses }: Choices) {
  const chosen = statuses[value];
  if (chosen !== undefined) return chosen ? "subscribed" : "left";
  return meaning === "unknown" ? "" : meaning;
}

/** How many columns and states still have to be chosen. */
export const openQuestions = (report: ImportReport, choices: Choices): number =>
  columnChoices(report, choices).filter((role) => role === "").length +
  report.statuses.filter((status) => statusChoice(status, choices) === "").length;

/** The choices as the server takes them. */
export const answersOf = ({ columns, statuses }: Choices): ImportAnswers => ({
  ...(columns && { columns: columns.map((role) => role || "ignore") }),
  statuses: Object.entries(statuses).map(([value, isSubscribed]) => ({ value, is_subscribed: isSubscribed })),
});
