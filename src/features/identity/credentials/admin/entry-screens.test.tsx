import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { ForgotScreen } from "./link-screens.tsx";

describe("who forgot the password", () => {
  test("asks for none where the site sends no mail, and learns who can help", () => {
    for (const sendsMail of [false, undefined]) {
      const html = adminMarkup(<ForgotScreen />, { site: { sendsMail } as { sendsMail: boolean } });
      expect(html).not.toContain("<form");
      expect(wordsOf(html)).toContain("Ask its administrator to set a new password for you.");
    }
  });
});
