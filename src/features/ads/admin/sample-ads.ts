import { ApiError } from "#shared/api-client.ts";
import type { AdDraft } from "../fields.ts";
import { NO_AD_SPACE } from "../rules.ts";
import type { AdSpace } from "../schema.ts";

const NO_CREATIVE = { image_url: "", alt: "", target_url: "" };

/** Ad spaces in memory for a backend that stores none: four samples, lost when the page is closed (specification). */
export function createSampleAds() {
  let spaces: AdSpace[] = [
    { id: 1, name: "Homepage Leaderboard", type: "leaderboard", location: "homepage", active: true, ...NO_CREATIVE },
    { id: 2, name: "Article Sidebar", type: "sidebar", location: "article", active: true, ...NO_CREATIVE },
    { id: 3, name: "Category Rectangle", type: "rectangle", location: "category", active: true, ...NO_CREATIVE },
    {
      id: 4,
      name: "Homepage Bottom Leaderboard",
      type: "leaderboard",
      location: "homepage",
      active: false,
      ...NO_CREATIVE,
    },
  ];
  let lastId = spaces.length;
  return {
    list: () => spaces,
    add(draft: AdDraft): AdSpace {
      lastId += 1;
      const added = { id: lastId, ...draft };
      spaces = [...spaces, added];
      return added;
    },
    change(id: number, draft: AdDraft): AdSpace {
      if (!spaces.some((space) => space.id === id)) throw new ApiError(404, { detail: NO_AD_SPACE });
      const changed = { id, ...draft };
      spaces = spaces.map((space) => (space.id === id ? changed : space));
      return changed;
    },
    remove(id: number): void {
      spaces = spaces.filter((space) => space.id !== id);
    },
  };
}
