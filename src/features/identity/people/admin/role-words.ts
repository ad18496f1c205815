import type { Role } from "#shared/roles.ts";

/** The roles as the screens name them. */
export const ROLE_WORDS: Record<Role, string> = {
  chief: "Chief",
  editor: "Editor",
  writer: "Writer",
  contributor: "Contributor",
};
