import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Picture } from "./picture.tsx";

describe("Picture", () => {
  it("offers the modern formats of a stored picture before its fallback", () => {
    const html = renderToString(<Picture src="/media/abcdef1234/1600x900.jpg" alt="" sizes="100vw" />);
    expect(html.indexOf("image/avif")).toBeLessThan(html.indexOf("image/webp"));
    expect(html.indexOf("image/webp")).toBeLessThan(html.indexOf("<img"));
    // The fallback is stored in one width only.
    expect(html).toContain('<img src="/media/abcdef1234/1600x900.jpg"');
    expect(html).not.toContain(".jpg 640w");
  });

  it("shows any other address as it is, without inventing variants", () => {
    const html = renderToString(<Picture src="/fallback.jpg" alt="" sizes="100vw" />);
    expect(html).not.toContain("<source");
    expect(html).not.toMatch(/srcset/i);
    expect(html).toContain('src="/fallback.jpg"');
  });

  it("loads eagerly only if it is the largest of the first screen", () => {
    expect(renderToString(<Picture src="/a.jpg" alt="" sizes="1px" priority />)).toContain('loading="eager"');
    expect(renderToString(<Picture src="/a.jpg" alt="" sizes="1px" />)).toContain('loading="lazy"');
  });
});
