import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import type { EndpointTable, ResponseOf } from "#shared/endpoint.ts";
import { client, type Request, urlOf } from "#shared/endpoint-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import type { FormKind } from "../edit-form/form-kind.ts";
import type { Versioned } from "../edit-form/versions.ts";
import { errorsAfter, type FieldErrors } from "../field-errors.ts";
import { useToast } from "../toasts.tsx";
import { useCall } from "../use-call.ts";

/** A setting: a record with one row, which always exists. `Saved`: what the response to a change says besides. */
export type Setting<Value extends object, Body, Saved extends Value = Value> = {
  key: string;
  query: ApiQuery<Value>;
  versioned: (value: Value) => Versioned<Value>;
  read: (api: EditorApi) => Promise<Value>;
  /** Changes the version that `etag` names. Throws `ApiError`, 409 for another version, or `NetworkError`. */
  save: (api: EditorApi, etag: string, body: Body) => Promise<Saved>;
};

type KeyIn<Name> = Name extends `PUT /settings/${infer Key}` ? Key : never;
type GetOf<Table, Key extends string> = ResponseOf<Table[`GET /settings/${Key}` & keyof Table]>;
type PutOf<Table, Key extends string> = ResponseOf<Table[`PUT /settings/${Key}` & keyof Table]>;
type BodyOf<Table, Key extends string> =
  Request<Table, `PUT /settings/${Key}` & keyof Table> extends {
    body: infer Body;
  }
    ? Body
    : never;

/** The settings of a feature, by their keys. Only the type of the table is imported. */
export const settingsOf =
  <Table extends EndpointTable>() =>
  <Key extends KeyIn<keyof Table>>(key: Key) => {
    const path = `/settings/${key}`;
    return {
      key,
      query: client.query(`GET ${path}`),
      versioned: (row: object) => ({ row, etag: `"${settingVersion(row)}"` }),
      read: async (api: EditorApi) => (await api.send("GET", urlOf(`GET ${path}`))).body,
      save: async (api: EditorApi, ifMatch: string, body: unknown) =>
        (await api.send("PUT", urlOf(`PUT ${path}`), body, { ifMatch })).body,
    } as unknown as Setting<
      GetOf<Table, Key> & object,
      BodyOf<Table, Key>,
      PutOf<Table, Key> & GetOf<Table, Key> & object
    >;
  };

/** The part of a response that is the setting. */
const settingIn = <Value extends object>(before: Value, saved: Value): Value =>
  Object.fromEntries(Object.keys(before).map((name) => [name, saved[name as keyof Value]])) as Value;

/** Changes a setting from `before`, at the press of a button. */
export function useSetting<Value extends object, Body, Saved extends Value>(
  { query, versioned, save }: Setting<Value, Body, Saved>,
  before: Value,
) {
  const api = useEditorApi();
  const queries = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<FieldErrors>({});
  return {
    isBusy,
    errors,
    /** Something was typed in these fields: their errors no longer apply. */
    touched: (fields: object) => setErrors((now) => errorsAfter(now, fields)),
    /** `onSaved`: called before anything else changes; returns the toast's description. */
    save: (body: Body, onSaved?: (saved: Saved) => string | undefined) =>
      run(
        async () => {
          const saved = await save(api, versioned(before).etag, body);
          const description = onSaved?.(saved);
          queries.setQueryData(query.queryKey, settingIn(before, saved));
          show({ title: "Settings saved", ...(description && { description }) });
        },
        {
          title: "Error saving settings",
          fallback: "Could not save the settings",
          onFailed(failure) {
            if (!(failure instanceof ApiError)) return;
            setErrors(failure.errors);
            if (failure.status === 409) void queries.invalidateQueries({ queryKey: query.queryKey });
          },
        },
      ),
  };
}

type Options<Value extends object, Body, Values extends object> = Pick<
  FormKind<Value, Values>,
  "what" | "fields" | "empty" | "valuesOf" | "missingIn"
> & { title: string; tidy: (values: Values) => Values; bodyOf: (values: Values) => Body };

/** There is one row of a setting. */
const ROW_ID = 1;

/** A `StandingForm` of a setting, whose unsaved work is stored in the browser. `what`: such as "menus", in toasts. */
export function settingForm<Value extends object, Body, Values extends object>(
  { key, query, versioned, read, save }: Setting<Value, Body>,
  { title, bodyOf, ...form }: Options<Value, Body, Values>,
) {
  const saved = `${form.what.charAt(0).toUpperCase()}${form.what.slice(1)} saved`;
  const failure = { title: `Error saving ${form.what}`, fallback: `Could not save the ${form.what}` };
  const store = async (api: EditorApi, etag: string, values: Values) =>
    versioned(await save(api, etag, bodyOf(values)));
  const kind: FormKind<Value, Values> = {
    ...form,
    name: key,
    titleOf: () => title,
    idOf: () => ROW_ID,
    read: async (api) => versioned(await read(api)),
    create: async (api, values) => ({ ...(await store(api, "*", values)), hasOthers: false }),
    update: (api, { etag }, values) => store(api, etag, values),
    words: {
      added: saved,
      updated: saved,
      adding: failure,
      updating: failure,
      deleted: "These settings have been deleted.",
    },
  };
  return { kind, query, versionOf: versioned };
}
