import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SiteProvider } from "#shared/site-context.tsx";
import { stubStorage } from "#test/support/browser.ts";
import { SITE } from "#test/support/reader-markup.tsx";
import { FAILURES } from "../rules.ts";
import { leaveProvider, SignOnLink, useSignOn } from "./sign-on.tsx";

function Screen() {
  const { isBusy, failure } = useSignOn(async () => {});
  return (
    <p>
      {isBusy ? "busy" : "idle"} {failure}
    </p>
  );
}

describe("where the provider has sent the browser back", () => {
  /** What a screen shows at first, before anything is fetched. */
  function shownAt(hash: string): string {
    return renderToStaticMarkup(
      <MemoryRouter initialEntries={[`/admin${hash}`]}>
        <Screen />
      </MemoryRouter>,
    );
  }

  test("with a session, that is fetched", () => {
    expect(shownAt("#signed-in")).toBe("<p>busy </p>");
  });

  test("without one, it is said why", () => {
    expect(shownAt("#not-signed-in=suspended")).toBe(`<p>idle ${FAILURES.suspended}</p>`);
  });

  test.each(["", "#not-signed-in=", "#not-signed-in=SUSPENDED", "#signed-in=1", "#constructor"])(
    "with nothing that is known, nothing is said: %j",
    (hash) => expect(shownAt(hash)).toBe("<p>idle </p>"),
  );

  test.each(["__proto__", "constructor", "toString"])(
    "a link that names %s as the reason does not break the login screen",
    (name) => expect(shownAt(`#not-signed-in=${name}`)).toBe("<p>idle </p>"),
  );
});

describe("after a log-out", () => {
  const visited: string[] = [];
  beforeEach(() => {
    visited.length = 0;
    vi.stubGlobal("window", { location: { assign: (url: string) => visited.push(url) } });
  });
  afterEach(() => vi.unstubAllGlobals());

  test("the browser goes on to the provider, once, where the session came from there", () => {
    stubStorage().setItem("signed_in_by_provider", "1");
    leaveProvider();
    leaveProvider();
    expect(visited).toEqual(["/api/accounts/oidc/logout/"]);
  });

  test("it stays where the session began with a password, or where that cannot be known", () => {
    stubStorage();
    leaveProvider();
    vi.stubGlobal("localStorage", undefined);
    leaveProvider();
    expect(visited).toEqual([]);
  });
});

describe("the button of single sign-on", () => {
  const shown = (signOnName: string | undefined, opensTab = false) =>
    renderToStaticMarkup(
      <SiteProvider site={{ ...SITE, name: "News", signOnName }} renderedAt={0}>
        <SignOnLink opensTab={opensTab} />
      </SiteProvider>,
    );

  test("is there where a provider is set up, by its name", () => {
    expect(shown(undefined)).toBe("");
    expect(shown("<b>Acme & Sons</b>")).toContain("Log in with &lt;b&gt;Acme &amp; Sons&lt;/b&gt;");
  });

  test("leaves what is below the screen alone, where work is", () => {
    expect(shown("Acme", true)).toContain('target="_blank"');
    expect(shown("Acme", false)).not.toContain("target");
  });
});
