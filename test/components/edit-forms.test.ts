import { beforeEach } from "vitest";
import type { AdSpace } from "#features/ads/schema.ts";
import type { Category } from "#features/categories/endpoints.ts";
import { subjectOf } from "#features/identity/accounts/admin/token-store.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { logIn } from "#test/support/editor.ts";
import type { TestApp } from "#test/support/test-app.ts";
import { openAdmin, type Tab, toastOf } from "./admin.ts";
import { fields, startEdit, updateButton } from "./article-form.ts";
import { loseFirstResponse } from "./held-requests.ts";
import { type Api, test as newsroom } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { expectNothingKept, kept, mayClose, offers, restore, undoDiscard } from "./unsaved-work.ts";

beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

/** A row that a form changes, for one test alone, and where its text is shown. */
type Thing = {
  open: (page: Page) => Promise<void>;
  /** Opens its form, if it is not open from the start. */
  edit: (page: Page) => Promise<unknown>;
  /** Another user's change. */
  change: (text: string) => Promise<unknown>;
  read: () => Promise<string>;
};
type Kind = {
  tab: Tab;
  what: string;
  /** How its unsaved work is named. */
  offered: string;
  field: string;
  label: string;
  save: string;
  saved: string;
  failed: string;
  fallback: string;
  /** The path of the call that changes it. */
  call: RegExp;
  make: (api: Api) => Promise<Thing & { remove: () => Promise<unknown> }>;
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const open = (tab: Tab) => (page: Page) => openAdmin(page, tab);

const KINDS: Kind[] = [
  {
    tab: "Ad Management",
    what: "ad space",
    offered: "Kept space",
    field: "Alternative text",
    label: "Alternative text",
    save: "Update Ad Space",
    saved: "Ad space updated",
    failed: "Error updating ad space",
    fallback: "Could not update the ad space",
    call: /\/api\/ads\/\d+\/$/,
    async make(api) {
      const data = { name: "Kept space", location: "nowhere" };
      const { id }: AdSpace = await (await api.post(apiUrl.ads(), { data })).json();
      return {
        open: open("Ad Management"),
        edit: (page) => button(page, "Edit Kept space").click(),
        change: (alt) => api.put(editorApiUrl.ad(id), { data: { alt } }),
        read: async () => {
          const spaces: AdSpace[] = await (await api.get(apiUrl.ads())).json();
          return spaces.find((space) => space.id === id)?.alt ?? "";
        },
        remove: () => api.delete(editorApiUrl.ad(id)),
      };
    },
  },
  {
    tab: "Categories",
    what: "category",
    offered: "Kept category",
    field: "Slug",
    label: "Slug",
    save: "Update Category",
    saved: "Category updated",
    failed: "Error updating category",
    fallback: "Could not update category",
    call: /\/api\/categories\/\d+\/$/,
    async make(api) {
      const name = "Kept category";
      const { id }: Category = await (await api.post(apiUrl.categories(), { data: { name } })).json();
      return {
        open: open("Categories"),
        edit: (page) => button(page, "Edit Kept category").click(),
        change: (slug) => api.put(apiUrl.category(String(id)), { data: { name, slug } }),
        read: async () => {
          const all: Category[] = await (await api.get(apiUrl.categories())).json();
          return all.find((category) => category.id === id)?.slug ?? "";
        },
        remove: () => api.delete(apiUrl.category(String(id))),
      };
    },
  },
  {
    tab: "Author Profile",
    what: "profile",
    offered: "Author Profile",
    field: "Bio",
    label: "Bio",
    save: "Update Profile",
    saved: "Profile updated",
    failed: "Error updating profile",
    fallback: "Could not update the profile",
    call: /\/api\/accounts\/profile\/$/,
    make: async (api) => ({
      open: open("Author Profile"),
      edit: async () => undefined,
      change: (bio) => api.put(editorApiUrl.profile(), { data: { bio } }),
      read: async () => (await (await api.get(editorApiUrl.me())).json()).bio,
      remove: async () => undefined,
    }),
  },
];

for (const kind of KINDS) {
  const test = newsroom.extend<{ thing: Thing }>({
    thing: async ({ api }, use) => {
      const { remove, ...thing } = await kind.make(api);
      await use(thing);
      await remove();
    },
  });
  const words = (page: Page) => page.getByRole("textbox", { name: kind.field, exact: true });
  const question = (page: Page) =>
    page.getByRole("region", { name: `Another version of the ${kind.what} was saved`, exact: true });
  const keepMine = (page: Page) => question(page).getByRole("button", { name: /^Keep mine/ });
  async function start(page: Page, thing: Thing, text: string): Promise<void> {
    await thing.open(page);
    await thing.edit(page);
    await words(page).fill(text);
    await expect(kept(page)).toBeVisible();
  }

  // The first kind stands for all where the code is the same.
  const ofTheKit = kind === KINDS[0] ? test : () => undefined;

  test.describe(`the form of the ${kind.what}`, () => {
    test("keeps what is typed after a reload, and offers it until it is saved", async ({ page, thing }) => {
      await start(page, thing, "half-typed");
      expect(mayClose()).toBe(true);
      await page.reload();
      await expect(offers(page)).toContainText(`Unsaved changes to “${kind.offered}”`);
      await restore(page).click();
      await expect(words(page)).toHaveValue("half-typed");
      await expect(kept(page)).toBeVisible();
      await thing.open(page);
      await restore(page).click();
      await expect(words(page)).toHaveValue("half-typed");
      await words(page).press("Control+s");
      await expect(toastOf(page, kind.saved)).toBeVisible();
      expect(await thing.read()).toBe("half-typed");
      await expectNothingKept();
      await page.reload();
      await thing.edit(page);
      await expect(words(page)).toHaveValue("half-typed");
      await expect(offers(page)).toHaveCount(0);
    });

    ofTheKit("loses nothing except through Discard, which can be undone", async ({ page, thing }) => {
      await start(page, thing, "given-up");
      expect(mayClose()).toBe(true);
      await button(page, "Cancel").click();
      await expect(toastOf(page, "Your unsaved work is stored")).toBeVisible();
      await expect(button(page, `Edit ${kind.offered}`)).toBeFocused();
      await restore(page).click();
      await expect(words(page)).toHaveValue("given-up");
      await expect(kept(page)).toBeVisible();
      await button(page, "Discard changes").click();
      await expect(offers(page)).toHaveCount(0);
      await undoDiscard(page);
      await restore(page).click();
      await expect(words(page)).toHaveValue("given-up");
      await button(page, "Discard changes").click();
      await thing.edit(page);
      await expect(words(page)).not.toHaveValue("given-up");
      await expectNothingKept();
      await page.reload();
      await thing.edit(page);
      await expect(words(page)).not.toHaveValue("given-up");
      await expect(offers(page)).toHaveCount(0);
    });

    test("shows a version saved in another browser next to your own, which is kept and offered", async ({
      page,
      thing,
    }) => {
      await start(page, thing, "mine");
      await thing.change("theirs");
      await button(page, kind.save).click();
      await expect(question(page)).toContainText(`${kind.label}Yoursmine`);
      await expect(question(page)).toContainText("Savedtheirs");
      await expect(question(page).getByRole("heading")).toBeFocused();
      expect(await thing.read()).toBe("theirs");
      await question(page).getByRole("button", { name: "Take the saved version" }).click();
      await expect(words(page)).toHaveValue("theirs");
      await expect(words(page)).toBeFocused();
      // The version that was not chosen is available, and is compared with the stored one once it is restored.
      await restore(page).click();
      await expect(question(page)).toContainText("mine");
      await keepMine(page).click();
      await button(page, kind.save).click();
      await expect(toastOf(page, kind.saved)).toBeVisible();
      expect(await thing.read()).toBe("mine");
    });

    ofTheKit("overwrites the other version if that is chosen, and keeps it available", async ({ page, thing }) => {
      await start(page, thing, "mine");
      await thing.change("theirs");
      await words(page).press("Control+s");
      await keepMine(page).click();
      await expect(toastOf(page, kind.saved)).toBeVisible();
      expect(await thing.read()).toBe("mine");
      await expect(offers(page)).toContainText("The overwritten version of");
      await offers(page)
        .getByRole("button", { name: /^Discard/ })
        .click();
    });

    ofTheKit(
      "says that work is safe without a connection, and saves it once when the connection is back",
      async ({ page, thing }) => {
        await start(page, thing, "in-a-tunnel");
        await page.setOffline(true);
        await button(page, kind.save).click();
        await expect(toastOf(page, kind.failed)).toContainText(`${kind.fallback}. Your work is stored in this browser`);
        await page.setOffline(false);
        await expect(toastOf(page, kind.saved)).toBeVisible();
        expect(await thing.read()).toBe("in-a-tunnel");
        await expect(offers(page)).toHaveCount(0);
      },
    );

    test("recognises its own change whose response was lost, and sends later input", async ({ page, thing }) => {
      await start(page, thing, "first-try");
      const back = await loseFirstResponse(page, "PUT", kind.call);
      await button(page, kind.save).click();
      await expect(page.getByText(/^Not saved yet\./)).toBeVisible();
      expect(await thing.read()).toBe("first-try");
      await words(page).fill("second-try");
      back();
      await page.setOffline(false);
      await expect(toastOf(page, kind.saved)).toBeVisible();
      await expect(question(page)).toHaveCount(0);
      expect(await thing.read()).toBe("second-try");
    });
  });
}

newsroom("a new ad space whose response was lost is not added twice", async ({ page, api }) => {
  const named = async () => {
    const spaces: AdSpace[] = await (await api.get(apiUrl.ads())).json();
    return spaces.filter(({ name }) => name === "Once only");
  };
  await openAdmin(page, "Ad Management");
  await button(page, "Add New Ad Space").click();
  await page.getByRole("textbox", { name: "Ad Name*" }).fill(" Once only ");
  await page.getByRole("combobox", { name: "Location*" }).fill("nowhere");
  const back = await loseFirstResponse(page, "POST", /\/api\/ads\/$/);
  await button(page, "Add Ad Space").click();
  await expect(page.getByText(/^Not saved yet\./)).toBeVisible();
  await page.getByRole("textbox", { name: "Alternative text" }).fill("Typed since");
  back();
  await page.setOffline(false);
  await expect(toastOf(page, /Ad space (added|updated)/)).toBeVisible();
  await expect(page.getByText(/^Another version/)).toHaveCount(0);
  expect(await named()).toMatchObject([{ alt: "Typed since" }]);
});

newsroom("work on a row that was deleted is offered, and becomes a new one", async ({ page, api }) => {
  const { id }: AdSpace = await (
    await api.post(apiUrl.ads(), { data: { name: "Gone soon", location: "nowhere" } })
  ).json();
  await openAdmin(page, "Ad Management");
  await button(page, "Edit Gone soon").click();
  await page.getByRole("textbox", { name: "Alternative text" }).fill("Still here");
  await expect(kept(page)).toBeVisible();
  await api.delete(editorApiUrl.ad(id));
  await page.goto(`${pageUrl.admin()}?tab=ads`);
  await restore(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Another user deleted this" })).toBeVisible();
  await button(page, "Add Ad Space").click();
  await expect(toastOf(page, "Ad space added")).toBeVisible();
  const spaces: AdSpace[] = await (await api.get(apiUrl.ads())).json();
  const made = spaces.filter(({ name }) => name === "Gone soon");
  expect(made).toMatchObject([{ alt: "Still here" }]);
});

newsroom("fields that only one side changed are merged without a question", async ({ page, api }) => {
  const { id }: AdSpace = await (
    await api.post(apiUrl.ads(), { data: { name: "Shared", location: "nowhere" } })
  ).json();
  await openAdmin(page, "Ad Management");
  await button(page, "Edit Shared").click();
  await page.getByRole("textbox", { name: "Alternative text" }).fill("Mine");
  await api.put(editorApiUrl.ad(id), { data: { name: "Theirs" } });
  await button(page, "Update Ad Space").click();
  await expect(toastOf(page, "Ad space updated")).toBeVisible();
  const spaces: AdSpace[] = await (await api.get(apiUrl.ads())).json();
  expect(spaces.find((space) => space.id === id)).toMatchObject({ name: "Theirs", alt: "Mine" });
  await expect(offers(page)).toHaveCount(0);
});

newsroom("a version that the other side changed elsewhere too is offered with those changes", async ({ page, api }) => {
  const { id }: AdSpace = await (
    await api.post(apiUrl.ads(), { data: { name: "Shared", location: "nowhere" } })
  ).json();
  await openAdmin(page, "Ad Management");
  await button(page, "Edit Shared").click();
  await page.getByRole("textbox", { name: "Alternative text" }).fill("Mine");
  await api.put(editorApiUrl.ad(id), { data: { name: "Theirs", alt: "Theirs" } });
  await button(page, "Update Ad Space").click();
  await page.getByRole("button", { name: "Take the saved version" }).click();
  await restore(page).click();
  await expect(page.getByRole("textbox", { name: "Ad Name*" })).toHaveValue("Theirs");
  await expect(page.getByRole("textbox", { name: "Alternative text" })).toHaveValue("Mine");
});

newsroom("work that an earlier version stored outside the sessions is offered", async ({ page, api }) => {
  const { id }: AdSpace = await (
    await api.post(apiUrl.ads(), { data: { name: "Shared", location: "nowhere" } })
  ).json();
  const values = { name: "Shared", location: "nowhere", type: "leaderboard", active: true, alt: "" };
  const form = { key: "k1", subject: id, etag: '"before"', began: values, savedAt: Date.now() };
  const account = subjectOf(localStorage.getItem("access_token") ?? "");
  const name = `form:${account}:ad:k1`;
  localStorage.setItem(name, JSON.stringify({ ...form, values: { ...values, alt: "Typed before the update" } }));
  await openAdmin(page, "Ad Management");
  await expect(offers(page)).toContainText("Unsaved changes to “Shared”");
  expect(localStorage.getItem(name)).toBe(null);
  await restore(page).click();
  await expect(page.getByRole("textbox", { name: "Alternative text" })).toHaveValue("Typed before the update");
  await button(page, "Update Ad Space").click();
  await expect(toastOf(page, "Ad space updated")).toBeVisible();
});

/** Another account logs in, for example in another tab. */
async function logInElsewhere({ app }: TestApp, account: { email: string; password: string }): Promise<void> {
  const { access, refresh } = (await logIn(app, account)).json();
  localStorage.setItem("access_token", access);
  localStorage.setItem("refresh_token", refresh);
}

newsroom(
  "nothing is sent once another account is logged in, for example in another tab",
  async ({ page, server, api, colleague }) => {
    await api.post(apiUrl.ads(), { data: { name: "Mine", location: "nowhere" } });
    await openAdmin(page, "Ad Management");
    await button(page, "Edit Mine").click();
    await page.getByRole("textbox", { name: "Alternative text" }).fill("Not theirs");
    await logInElsewhere(server, colleague);
    await button(page, "Update Ad Space").click();
    await expect(toastOf(page, "Error updating ad space")).toBeVisible();
    expect(page.network.requests.filter((request) => request.method() === "PUT")).toEqual([]);
    await expect(page.getByRole("textbox", { name: "Alternative text" })).toHaveValue("Not theirs");
  },
);

newsroom(
  "a document is not saved on request once another account is logged in",
  async ({ page, server, writeArticle, colleague }) => {
    const { id } = await writeArticle({ title: "Written by one" });
    await startEdit(page, "Written by one");
    await logInElsewhere(server, colleague);
    await fields(page).excerpt.fill("Not by the other");
    await updateButton(page).click();
    await expect(toastOf(page, "Error updating article")).toBeVisible();
    const saves = page.network.requests.filter((request) => request.method() === "PUT");
    expect(saves.filter((request) => request.url().includes(apiUrl.article(id)))).toEqual([]);
    await expect(fields(page).excerpt).toHaveValue("Not by the other");
  },
);

newsroom(
  "the tools of a document send nothing once another account is logged in",
  async ({ page, server, writeArticle, colleague }) => {
    const { id } = await writeArticle({ title: "Written by one" });
    await startEdit(page, "Written by one");
    await logInElsewhere(server, colleague);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("dialog", { name: "Preview" })).toContainText("Could not open the preview");
    const sent = page.network.requests.filter((request) => request.method() !== "GET");
    expect(sent.filter((request) => request.url().includes(apiUrl.article(id)))).toEqual([]);
  },
);
