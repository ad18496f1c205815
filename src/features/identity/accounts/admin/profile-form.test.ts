import { describe, expect, test } from "vitest";
import type { ApiResponse, EditorApi } from "#shared/editor-api.tsx";
import type { OwnProfile } from "../endpoints.ts";
import { PROFILE_KIND } from "./profile-form.ts";

const ROW: OwnProfile = {
  id: 7,
  email: "amina@news.example",
  role: "editor",
  permissions: [],
  second_factor_due: false,
  name: "Amina Otieno",
  bio: "Writes.",
  image_url: "/api/media/1/",
  links: [{ label: "Site", url: "https://amina.example/" }],
};
const VALUES = PROFILE_KIND.valuesOf(ROW);
const { tidy = (values) => values, update } = PROFILE_KIND;

/** An API that keeps what it is sent, and answers with the row. */
function recorder() {
  const sent: { method: string; url: string; body: unknown; ifMatch: string | undefined }[] = [];
  const send = async (method: string, url: string, body: unknown, options?: { ifMatch?: string }) => {
    sent.push({ method, url, body, ifMatch: options?.ifMatch });
    return { body: ROW, etag: null, hasOthers: false } satisfies ApiResponse<unknown>;
  };
  return { sent, api: { send } as unknown as EditorApi };
}

describe("the form of one's profile", () => {
  test("shows its links as labels and addresses in turn, and sends them back as they were", async () => {
    expect(VALUES.links).toEqual(["Site", "https://amina.example/"]);
    const { api, sent } = recorder();
    await update(api, { etag: '"1"', row: ROW }, VALUES);
    expect(sent[0]).toMatchObject({ method: "PUT", url: "/api/accounts/profile/", ifMatch: '"1"' });
    expect(sent[0]?.body).toMatchObject({ links: ROW.links, imageUrl: ROW.image_url });
  });

  test("sends the name only where it is a new one: it is told to all articles", async () => {
    const { api, sent } = recorder();
    const save = (name: string) => update(api, { etag: '"1"', row: ROW }, { ...VALUES, name });
    await save(ROW.name);
    await save("Amina O.");
    expect(sent[0]?.body).not.toHaveProperty("name");
    expect(sent[1]?.body).toHaveProperty("name", "Amina O.");
  });

  test("knows the version of what the server answers, for the next save", async () => {
    const { api, sent } = recorder();
    const first = await PROFILE_KIND.read(api, 1);
    await update(api, first, VALUES);
    expect(sent[1]?.ifMatch).toBe(first.etag);
    expect(first.etag).toMatch(/^"[^"]+"$/);
  });

  test("trims what was typed, and drops a link of which nothing was", () => {
    const typed = { ...VALUES, name: " Amina ", links: [" Site ", " a.example ", " ", "", "", "b.example"] };
    expect(tidy(typed)).toMatchObject({
      name: "Amina",
      links: ["Site", "a.example", "", "b.example"],
    });
  });

  test("is tidy once it was tidied", () => {
    const once = tidy({ ...VALUES, bio: "\n Writes. \n", links: ["", "", " A ", "a.example"] });
    expect(tidy(once)).toEqual(once);
  });

  test("lacks a name that is nothing but spaces, and nothing else", () => {
    expect(PROFILE_KIND.missingIn({ ...VALUES, name: " \u00a0" }, null)).toEqual({ name: "Name is required." });
    expect(PROFILE_KIND.missingIn({ ...PROFILE_KIND.empty, name: "A" }, null)).toEqual({});
  });

  test("shows links in lines where two versions are compared, also one without an address", () => {
    const shown = PROFILE_KIND.fields.links?.show({ ...VALUES, links: ["Site", "https://a.example/", "Blog"] });
    expect(shown).toBe("Site: https://a.example/\nBlog");
  });
});
