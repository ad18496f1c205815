import { expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Topic } from "../endpoints.ts";
import { TopicsScreen, topics } from "./topics-screen.tsx";

const topic = (fields: Partial<Topic> = {}): Topic => ({
  id: 7,
  name: "Bitcoin",
  slug: "bitcoin",
  kind: "coin",
  aliases: ["BTC", "XBT"],
  description: "",
  image_url: "",
  count: 1_200,
  ...fields,
});

function listOf(...items: Topic[]) {
  const { client, has } = clientOfAnswers();
  has(topics.list("GET /topics")(1), { items, total: items.length });
  return adminMarkup(<TopicsScreen />, { client });
}

test("the list links each topic to its page, with its kind, aliases and count, and says which one is hidden", () => {
  const html = listOf(
    topic(),
    topic({ id: 8, name: "Draft", slug: "draft", kind: "topic", aliases: [], count: 0, is_hidden: true }),
  );
  expect(html).toMatch(/<a [^>]*href="\/topics\/bitcoin"[^>]*>Bitcoin</);
  expect(html).not.toContain('href="/topics/draft"');
  const words = wordsOf(html);
  expect(words).toContain("Bitcoin Also BTC, XBT Coin 1,200");
  expect(words).toContain("Draft Topic 0 Hidden from readers");
  expect([...html.matchAll(/aria-label="((?:Edit|Merge|Delete)[^"]*)"/g)].map(([, label]) => label)).toEqual([
    ...["Edit Bitcoin", "Merge Bitcoin", "Delete Bitcoin", "Edit Draft", "Merge Draft", "Delete Draft"],
  ]);
});

test("an empty list says where topics come from", () => {
  expect(wordsOf(listOf())).toContain("No topics yet. The tags of articles become topics");
});
