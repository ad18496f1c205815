import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { Appearance, AppearanceEndpoints } from "../endpoints.ts";
import { accentFault, type Corners, lookVersion } from "../rules.ts";

export const looks = editorClientOf<AppearanceEndpoints>();

export const versioned = (row: Appearance): Versioned<Appearance> => ({ row, etag: `"${lookVersion(row)}"` });

export const CORNER_OPTIONS = [
  { value: "square", label: "Square" },
  { value: "soft", label: "Slightly rounded" },
  { value: "round", label: "Round" },
] as const satisfies readonly { value: Corners; label: string }[];

/** There is one look. */
const LOOK_ID = 1;

const failure = { title: "Error saving the appearance", fallback: "Could not save the appearance" };

const tidy = (values: Appearance): Appearance => ({ ...values, accent: values.accent.trim().toLowerCase() });

async function save(api: EditorApi, ifMatch: string, body: Appearance): Promise<Versioned<Appearance>> {
  return versioned((await looks.send(api, "PUT /settings/appearance", { body, ifMatch })).body);
}

export const LOOK_KIND: FormKind<Appearance, Appearance> = {
  name: "appearance",
  what: "appearance",
  titleOf: () => "Appearance",
  fields: {
    accent: { label: "Accent colour", show: ({ accent }) => accent },
    corners: {
      label: "Corners",
      show: ({ corners }) => CORNER_OPTIONS.find(({ value }) => value === corners)?.label ?? corners,
    },
  },
  empty: { accent: "", corners: "square" },
  idOf: () => LOOK_ID,
  valuesOf: ({ accent, corners }) => ({ accent, corners }),
  missingIn: ({ accent }) => {
    const fault = accentFault(accent.trim());
    return fault ? { accent: fault.message } : {};
  },
  tidy,
  takenOver: ["accent"],
  closesWhenSaved: false,
  read: async (api) => versioned((await looks.send(api, "GET /settings/appearance")).body),
  create: async (api, values) => ({ ...(await save(api, "*", values)), isRepeated: false }),
  update: (api, { etag }, values) => save(api, etag, values),
  words: {
    added: "Appearance saved",
    updated: "Appearance saved",
    adding: failure,
    updating: failure,
    deleted: "These settings have been deleted.",
  },
};
