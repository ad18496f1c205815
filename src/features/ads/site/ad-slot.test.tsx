import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { StaticRouter } from "#shared/router.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { readerMarkup } from "#test/support/reader-markup.tsx";
import { adSpacesAt, creativeFor } from "../rules.ts";
import type { AdSpace } from "../schema.ts";
import { AdSlot } from "./ad-slot.tsx";

const space = (part: Partial<AdSpace>): AdSpace => ({
  id: 1,
  name: "Space",
  type: "sidebar",
  location: "homepage",
  active: true,
  image_url: "",
  alt: "",
  target_url: "https://example.com/",
  ...part,
});

function render(spaces: AdSpace[] | undefined, index = 0): string {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => new Promise(() => {}) } } });
  if (spaces) client.setQueryData(adSpacesAt("homepage").queryKey, spaces);
  return renderToString(
    <QueryClientProvider client={client}>
      <StaticRouter to="/">
        <AdSlot location="homepage" type="sidebar" index={index} />
      </StaticRouter>
    </QueryClientProvider>,
  );
}

describe("AdSlot", () => {
  it("shows the creative of an active space, labelled and marked as sponsored", () => {
    const html = render([space({ image_url: "/ad.png", alt: "A shop" })]);
    expect(html).toContain("Advertisement");
    expect(html).toContain('rel="sponsored noopener"');
    expect(html).toContain('alt="A shop"');
    expect(html).toContain('href="/go/1"');
  });

  it("offers the widths and formats of a stored picture", () => {
    const html = render([space({ image_url: "/media/0123456789abcdef/800x400.jpg" })]);
    expect(html).toMatch(/<source type="image\/avif" srcSet="[^"]*160\.avif 160w/);
  });

  it("shows a creative without a target without a link", () => {
    const html = render([space({ image_url: "/ad.png", target_url: "" })]);
    expect(html).toContain("<img");
    expect(html).not.toContain("<a");
  });

  it.each([
    ["while the spaces load", undefined],
    ["for an active space without a creative", [space({})]],
    ["for an inactive space", [space({ active: false, image_url: "/ad.png" })]],
    ["for a space of another type", [space({ type: "leaderboard", image_url: "/ad.png" })]],
  ])("shows a placeholder %s", (_when, spaces) => {
    const html = render(spaces);
    expect(html).not.toContain("<img");
    expect(html).toContain("h-[250px]");
  });

  it("shows nothing without a creative where the newsroom hides empty slots", () => {
    const slot = (spaces: AdSpace[]) =>
      readerMarkup(<AdSlot location="homepage" type="sidebar" />, {
        client: cacheOf([[adSpacesAt("homepage"), spaces]]),
        site: { hidesEmptySlots: true },
      });
    expect(slot([])).toBe("");
    expect(slot([space({ active: false, image_url: "/ad.png" })])).toBe("");
    expect(slot([space({ image_url: "/ad.png" })])).toContain("<img");
  });

  it("shows several creatives equally often", () => {
    const spaces = [1, 2, 3].map((id) => space({ id, image_url: `/${id}.png` }));
    const shown = Array.from({ length: 6 }, (_, turn) =>
      [0, 1].map((index) => creativeFor(spaces, "sidebar", index, turn)?.id),
    );
    for (const [first, second] of shown) expect(first).not.toBe(second);
    const times = [1, 2, 3].map((id) => shown.flat().filter((found) => found === id).length);
    expect(times).toEqual([4, 4, 4]);
  });

  it("does not skip a creative in favour of an active space without one", () => {
    expect(render([space({ id: 1 }), space({ id: 2, image_url: "/second.png" })])).toContain("/second.png");
  });

  it("shows a single creative in every slot of its type", () => {
    const spaces = [space({ image_url: "/only.png" })];
    for (const index of [0, 1, 2]) expect(render(spaces, index)).toContain("/only.png");
  });

  it("counts only active spaces of its type, so that neighbours show different creatives where possible", () => {
    const spaces = [
      space({ id: 1, active: false, image_url: "/off.png" }),
      space({ id: 2, image_url: "/first.png" }),
      space({ id: 3, type: "rectangle", image_url: "/wide.png" }),
      space({ id: 4, image_url: "/second.png" }),
    ];
    expect(render(spaces, 0)).toContain("/first.png");
    expect(render(spaces, 1)).toContain("/second.png");
    expect(render(spaces, 2)).toContain("/first.png");
  });
});
