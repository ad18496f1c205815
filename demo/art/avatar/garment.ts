import { mix } from "../color.ts";
import { circle, path } from "../svg.ts";
import type { Garment, Traits } from "./traits.ts";

const SHOULDERS = "M60 520C62 428 118 398 206 378C236 392 276 392 306 378C394 398 450 428 452 520Z";

/** Draws shoulders and clothing below a neck that ends at about (256, 385). */
export function drawGarment({ garment, cloth, trim, skin }: Traits): string {
  const shade = mix(cloth, "#14171f", 0.24);
  const skinShade = mix(skin, "#3a1420", 0.12);
  const body = path(SHOULDERS, { fill: cloth });
  const garments: Record<Garment, () => string> = {
    blazer: () =>
      body +
      path("M198 380L256 520L314 380Z", { fill: trim }) +
      path("M214 380L256 424L298 380Z", { fill: skinShade }) +
      path("M206 372L256 426L232 456L188 386Z", { fill: mix(trim, "#ffffff", 0.35) }) +
      path("M306 372L256 426L280 456L324 386Z", { fill: mix(trim, "#8a8070", 0.22) }) +
      path("M190 384L160 392L150 438L180 446L256 520Z", { fill: shade }) +
      path("M322 384L352 392L362 438L332 446L256 520Z", { fill: shade }),
    shirt: () =>
      body +
      path("M214 380L256 430L298 380Z", { fill: skinShade }) +
      path("M206 372L256 432L222 462L182 388Z", { fill: trim }) +
      path("M306 372L256 432L290 462L330 388Z", { fill: trim }) +
      path("M253 440h6v80h-6Z", { fill: shade }) +
      circle([256, 470], 5, { fill: trim }) +
      circle([256, 498], 5, { fill: trim }),
    roundneck: () =>
      body +
      path("M196 380C206 436 306 436 316 380L304 376C292 414 220 414 208 376Z", { fill: trim }) +
      path("M208 376C220 414 292 414 304 376Z", { fill: skin }),
    tunic: () =>
      body +
      path("M208 376L256 470L304 376Z", { fill: skin }) +
      path("M196 378L256 498L316 378L304 374L256 470L208 374Z", { fill: trim }) +
      path("M330 386C372 394 430 410 448 470L452 520H352C352 470 344 420 330 386Z", {
        fill: mix(cloth, "#8b2b56", 0.6),
      }) +
      path("M330 386C344 420 352 470 352 520H366C366 470 358 424 346 390Z", { fill: trim }),
    rollneck: () =>
      body +
      path("M202 352C220 366 292 366 310 352L318 398C290 414 222 414 194 398Z", { fill: trim }) +
      path("M196 396C224 412 288 412 316 396L318 404C290 420 222 420 194 404Z", { fill: shade }),
  };
  return garments[garment]();
}
