import { useQueryClient } from "@tanstack/react-query";
import { adminUrl } from "#shared/urls.ts";
import { useKeptCopies } from "#ui/admin/edit-form/use-kept-copies.ts";
import { issueChanged } from "./calls.ts";
import { ISSUE_KIND } from "./issue-kind.ts";

/** Stores issues that were written while the server could not be reached. */
export function useKeptIssues(): void {
  const client = useQueryClient();
  useKeptCopies(ISSUE_KIND, {
    urlOf: ({ id }) => adminUrl.issue(id),
    onStored: (issues) => {
      for (const issue of issues) issueChanged(client, issue);
    },
  });
}
