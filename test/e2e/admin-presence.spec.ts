import { addAccount } from "#features/identity/accounts/commands.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import { operator } from "#shared/actor.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { startEdit } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

const COLLEAGUE = {
  email: "presence@news.example",
  password: "another long password",
  name: "Baraka Njoroge",
  role: "editor" as const,
};

test("who else has the article open is shown before anyone types, until they leave", { tag: "@engines" }, async ({
  page,
  site,
  store,
  writeArticle,
}) => {
  await addAccount(store.database, store.clock, operator, COLLEAGUE);
  const { id } = await writeArticle({ title: "Opened twice" });
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${site.url}${editorApiUrl.token()}`, {
    method: "POST",
    headers,
    body: JSON.stringify(COLLEAGUE),
  });
  const { access } = await login.json();
  await startEdit(page, "Opened twice");
  const leaving = new AbortController();
  const there = await fetch(`${site.url}${editorApiUrl.presence(id)}`, {
    headers: { authorization: `Bearer ${access}` },
    signal: leaving.signal,
  });
  expect(there.status).toBe(200);
  const words = page.getByText("Baraka Njoroge has this article open too.", { exact: true });
  await expect(words).toBeVisible();
  leaving.abort();
  await expect(words).toBeHidden();
  await removeAccount(store.database, operator, COLLEAGUE.email);
});
