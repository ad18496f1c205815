import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { parseHtml } from "#test/support/parse-html.ts";
import { Picture } from "./picture.tsx";

describe("Picture", () => {
  const picture = (props: Partial<Parameters<typeof Picture>[0]>) =>
    parseHtml(renderToString(<Picture src="/a.jpg" alt="" sizes="1px" {...props} />));

  it("offers the modern formats of a stored picture before its fallback, which is stored in one width only", () => {
    const shown = picture({ src: "/media/abcdef1234/1600x900.jpg", sizes: "100vw" });
    expect(shown.values("picture > source", "type")).toEqual(["image/avif", "image/webp"]);
    expect([shown.values("img", "src"), shown.values("img", "srcset")]).toEqual([
      ["/media/abcdef1234/1600x900.jpg"],
      [null],
    ]);
  });

  it("shows any other address as it is, without inventing variants", () => {
    const shown = picture({ src: "/fallback.jpg" });
    expect([shown.all("source, [srcset]"), shown.values("img", "src")]).toEqual([[], ["/fallback.jpg"]]);
  });

  it("loads eagerly only if it is the largest of the first screen", () => {
    const loading = (priority: boolean) => picture({ priority }).values("img", "loading");
    expect([loading(true), loading(false)]).toEqual([["eager"], ["lazy"]]);
  });
});
