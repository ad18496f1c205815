import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { adminUrl } from "#shared/urls.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { type Failure, useTurns } from "#ui/admin/use-call.ts";
import { calendarChanged } from "../../admin/handling.ts";
import type { BudgetEndpoints, IdeaBody, IdeaChange, StoryIdea } from "../endpoints.ts";
import type { BoardColumn } from "./columns.ts";

export const budget = editorClientOf<BudgetEndpoints>();

/** Refetches the budget and the calendar, which shows its due times. */
export async function budgetChanged(client: QueryClient): Promise<void> {
  void calendarChanged(client);
  await client.invalidateQueries(callsUnder(budget.url("GET /budget")));
}

const failed = (title: string): Failure => ({ title, fallback: "Could not reach the server" });

/** Adds, changes, drafts and moves stories. `moved`: what is stored at this moment, by story. */
export function useBudget() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { inTurn, once } = useTurns();
  const [moved, setMoved] = useState<ReadonlyMap<number, IdeaChange>>(new Map());

  const store = (id: number, change: IdeaChange) =>
    budget.send(api, "PUT /budget/:id", { params: { id }, body: change });

  const draft = (story: StoryIdea) =>
    once(
      `${story.id} draft`,
      async () => {
        const { body } = await budget.send(api, "POST /budget/:id/draft", { params: { id: story.id } });
        await budgetChanged(client);
        const to = adminUrl.article(body.article ?? 0);
        show({ title: "Draft made", action: { label: "Open the draft", to } });
        return body;
      },
      failed("Error making the draft"),
    );

  async function move(story: StoryIdea, from: string, column: BoardColumn): Promise<void> {
    const drop = column.drop(story, from);
    if ("rejected" in drop) return show({ title: "It cannot be moved there", description: drop.rejected });
    if ("draft" in drop) return void draft(story);
    const back: IdeaChange = { people: story.people.map(({ id }) => id), due: story.due };
    const undone = Object.fromEntries(Object.keys(drop.change).map((name) => [name, back[name as "due"]]));
    setMoved((before) => new Map(before).set(story.id, drop.change));
    await inTurn(
      async () => {
        await store(story.id, drop.change);
        const undo = async () => {
          await inTurn(() => store(story.id, undone), failed("Error undoing the move"));
          await budgetChanged(client);
        };
        const title = `Moved to ${column.title}`;
        show({ title, description: `“${story.title}”`, action: { label: "Undo", run: () => void undo() } });
      },
      failed("Error moving the story"),
      String(story.id),
    );
    await budgetChanged(client);
    setMoved((before) => new Map([...before].filter(([id]) => id !== story.id)));
  }

  const add = (body: IdeaBody) =>
    inTurn(async () => {
      const { body: made } = await budget.send(api, "POST /budget", { body });
      await budgetChanged(client);
      return made;
    }, failed("Error adding the story"));

  return { add, draft, move, moved };
}

/** A story as it will be once a move is stored. */
export function withChange(
  story: StoryIdea,
  change: IdeaChange | undefined,
  nameOf: (id: number) => string,
): StoryIdea {
  if (!change) return story;
  const { people, due } = change;
  return {
    ...story,
    ...(due !== undefined && { due }),
    ...(people && { people: people.map((id) => ({ id, name: nameOf(id) })) }),
  };
}
