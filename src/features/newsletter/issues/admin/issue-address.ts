import { useNavigate } from "react-router";
import { adminUrl } from "#shared/urls.ts";

/** What the list tells the screen of an issue: that leaving it goes back, and which unsaved work to restore. */
type State = { isFromList: true; draft: string | null };

const stateOf = (state: unknown) => state as Partial<State> | null;
export const isFromList = (state: unknown): boolean => stateOf(state)?.isFromList === true;
export const draftIn = (state: unknown): string | null => stateOf(state)?.draft ?? null;

/** Opens the screen of an issue, or of a new one for null; with the unsaved work of a key, if there is. */
export function useOpenIssue() {
  const navigate = useNavigate();
  return (id: number | null, draft: string | null = null) => {
    const state: State = { isFromList: true, draft };
    void navigate(adminUrl.issue(id ?? "new"), { state });
  };
}

/** Whether an issue's screen has just been left: the list then takes the focus, which was in what is gone. */
export const leaving = { isDue: false };
