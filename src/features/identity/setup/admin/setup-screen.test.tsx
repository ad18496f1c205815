import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { SetupScreen } from "./setup-screen.tsx";

describe("the screen of the setup link", () => {
  const setup = (address: string) => adminMarkup(<SetupScreen enterBy={async () => {}} />, { address });

  test("asks for nothing before the link is checked, and has the token nowhere in the page", () => {
    const html = setup("/admin/setup?token=s3cret-token");
    expect(wordsOf(html)).toContain("Checking the link...");
    expect(html).not.toContain("<form");
    expect(html).not.toContain("s3cret-token");
  });

  test.each(["/admin/setup", "/admin/setup?token="])("at %s leads to the login", (address) => {
    const html = setup(address);
    expect(html).not.toContain("<form");
    expect(html).toContain('href="/admin"');
    expect(wordsOf(html)).toContain("This link was used or has expired.");
  });
});
