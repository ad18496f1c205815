import { mix } from "../color.ts";
import { polar, TURN, times } from "../geometry.ts";
import { circle, ellipse, path } from "../svg.ts";
import type { HairStyle, Traits } from "./traits.ts";

/** Hair in two layers: what hangs behind the neck and what lies on the brow. */
interface Hair {
  readonly behind: string;
  readonly front: string;
}

const CAP = "M160 214C150 118 206 92 256 92C306 92 362 118 352 214";

function ringOfCurls(count: number, radiusX: number, radiusY: number, size: number, fill: string): string {
  return times(count)
    .map((curl) => {
      const [x, y] = polar([0, 0], 1, Math.PI + (curl / (count - 1)) * (TURN / 2));
      return circle([256 + x * radiusX, 192 + y * radiusY], size, { fill });
    })
    .join("");
}

/** Draws the hair of a person whose face is centred at (256, 226). */
export function drawHair({ hairStyle, hair }: Traits): Hair {
  const fill = { fill: hair };
  const sheen = { fill: mix(hair, "#ffffff", 0.12) };
  const styles: Record<HairStyle, () => Hair> = {
    afro: () => ({
      behind:
        ellipse([256, 176], 154, 138, fill) +
        ringOfCurls(9, 142, 118, 34, hair) +
        circle([120, 214], 40, fill) +
        circle([392, 214], 40, fill),
      front: path(
        "M168 206C172 148 210 132 256 132C302 132 340 148 344 206C352 150 330 104 256 104C182 104 160 150 168 206Z",
        fill,
      ),
    }),
    crop: () => ({
      behind: "",
      front: path(
        "M164 218C156 120 204 98 256 98C308 98 356 120 348 218L338 214C340 184 334 162 318 152C286 144 226 144 194 152C178 162 172 184 174 214Z",
        fill,
      ),
    }),
    bob: () => ({
      behind: path(
        "M136 330C118 250 128 92 256 86C384 92 394 250 376 330C352 352 320 340 312 320L200 320C192 340 160 352 136 330Z",
        fill,
      ),
      front:
        path(
          "M160 240C152 130 200 96 262 96C320 98 360 134 352 240C344 196 330 168 300 150C262 186 206 182 176 200C168 212 164 226 160 240Z",
          fill,
        ) + path("M300 150C262 186 206 182 176 200C198 160 250 164 286 130Z", sheen),
    }),
    long: () => ({
      behind: path("M148 430C120 330 116 90 256 86C396 90 392 330 364 430C340 446 172 446 148 430Z", fill),
      front:
        path(
          "M156 300C146 150 196 100 256 98C316 100 366 150 356 300C350 240 334 176 258 134C178 176 162 240 156 300Z",
          fill,
        ) + path("M256 98L258 134C222 152 196 178 182 204C194 160 220 128 250 112Z", sheen),
    }),
    sweep: () => ({
      behind: "",
      front:
        path(
          "M164 220C152 150 176 90 236 84C300 70 352 98 352 150C354 176 352 200 348 220L338 206C338 184 332 168 322 158C276 166 228 160 200 142C184 160 174 184 174 206Z",
          fill,
        ) + path("M200 142C228 160 276 166 322 158C286 152 236 140 212 118Z", sheen),
    }),
    bun: () => ({
      behind: circle([256, 78], 54, fill) + path(`${CAP}L256 300Z`, fill),
      front: path(
        "M164 224C154 122 204 94 256 94C308 94 358 122 348 224C342 178 312 146 256 140C200 146 170 178 164 224Z",
        fill,
      ),
    }),
    curls: () => ({
      behind: ringOfCurls(8, 104, 84, 34, hair),
      front:
        ringOfCurls(7, 78, 64, 28, hair) +
        path(
          "M164 214C160 124 208 100 256 100C304 100 352 124 348 214C340 176 320 152 256 148C192 152 172 176 164 214Z",
          fill,
        ),
    }),
    bald: () => ({ behind: "", front: "" }),
  };
  return styles[hairStyle]();
}
