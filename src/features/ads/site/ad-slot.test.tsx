import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { adSpacesAt } from "../calls.ts";
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
      <MemoryRouter>
        <AdSlot location="homepage" type="sidebar" index={index} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe("AdSlot", () => {
  it("shows the creative of an active space, labelled and marked as sponsored", () => {
    const html = render([space({ image_url: "/ad.png", alt: "A shop" })]);
    expect(html).toContain("Advertisement");
    expect(html).toContain('rel="sponsored noopener"');
    expect(html).toContain('alt="A shop"');
  });

  it.each([
    ["while the spaces load", undefined],
    ["for an active space without a creative", [space({})]],
    ["for an inactive space", [space({ active: false, image_url: "/ad.png" })]],
    ["for a space of another type", [space({ type: "leaderboard", image_url: "/ad.png" })]],
  ])("keeps the place with a placeholder %s", (_when, spaces) => {
    const html = render(spaces);
    expect(html).not.toContain("<img");
    expect(html).toContain("h-[250px]");
  });

  it("counts only active spaces of its type, so that two slots never show the same one", () => {
    const spaces = [
      space({ id: 1, active: false, image_url: "/off.png" }),
      space({ id: 2, image_url: "/first.png" }),
      space({ id: 3, type: "rectangle", image_url: "/wide.png" }),
      space({ id: 4, image_url: "/second.png" }),
    ];
    expect(render(spaces, 0)).toContain("/first.png");
    expect(render(spaces, 1)).toContain("/second.png");
    expect(render(spaces, 2)).not.toContain("<img");
  });
});
