import { afterEach, describe, expect, test, vi } from "vitest";
import { adminMarkup, editorApi } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { SettingsGroup } from "./settings-panel.tsx";

afterEach(() => vi.unstubAllGlobals());

describe("a group of settings", () => {
  type Given = { folded?: string; errors?: Record<string, string>; isAsking?: boolean };
  function group({ folded, errors = {}, isAsking = false }: Given, account = "7") {
    const stored = new Map(folded === undefined ? [] : [[folded, "false"]]);
    vi.stubGlobal("localStorage", { getItem: (name: string) => stored.get(name) ?? null });
    const html = adminMarkup(
      <SettingsGroup
        name="picture"
        title="Picture"
        summary="No picture"
        fields={["image_url"]}
        errors={errors}
        isAsking={isAsking}
      >
        Fields
      </SettingsGroup>,
      { api: editorApi({ account: () => account }) },
    );
    return { isOpen: html.includes("<details open"), words: wordsOf(html) };
  }

  test("is open at first, and as this person has left it later, with its values in a line", () => {
    expect(group({})).toEqual({ isOpen: true, words: "Picture Fields" });
    expect(group({ folded: "settings_group:7:picture" })).toEqual({
      isOpen: false,
      words: "Picture No picture Fields",
    });
    expect(group({ folded: "settings_group:7:picture" }, "8").isOpen).toBe(true);
    expect(group({ folded: "settings_group:7:publishing" }).isOpen).toBe(true);
  });

  test("opens for an error of its own or a question, and for no other", () => {
    const folded = "settings_group:7:picture";
    expect(group({ folded, errors: { image_url: "Wrong." } }).isOpen).toBe(true);
    expect(group({ folded, isAsking: true }).isOpen).toBe(true);
    expect(group({ folded, errors: { tags: "Wrong." } }).isOpen).toBe(false);
  });
});
