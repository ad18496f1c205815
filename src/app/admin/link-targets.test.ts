import { expect, test } from "vitest";
import type { ListedArticle } from "#features/articles/schema.ts";
import { articleTarget } from "./admin-app.tsx";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const hintOf = (given: Partial<ListedArticle>) =>
  articleTarget({ id: 7, title: "", status: "published", published_date: null, ...given } as ListedArticle, NOW);

test("an article that readers cannot open yet says so beside its title", () => {
  expect(hintOf({ status: "draft" })).toEqual({ address: "/article/7", title: "Untitled article", hint: "Draft" });
  expect(hintOf({ published_date: "2026-11-28T12:00:00Z" }).hint).toBe("Scheduled");
  expect(hintOf({ published_date: "2026-11-26T12:00:00Z" }).hint).toBe("Nov 26, 2026");
});
