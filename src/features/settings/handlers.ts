import type { Call, ResponseHead } from "#platform/endpoints.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { actorOf } from "#shared/viewer.ts";
import { type Setting, type SettingsStore, updateSetting } from "./commands.ts";

type Change<Body> = Pick<Call<unknown>, "viewer" | "headers"> & { body: Body };

type HandlersOf<Key extends string, Get, Put> = Record<`GET /settings/${Key}`, Get> &
  Record<`PUT /settings/${Key}`, Put>;

/** The handlers of the two endpoints that a setting has. */
export function settingHandlers<Key extends string, Value extends object, Body extends object>(
  store: SettingsStore,
  setting: Setting<Key, Value, Body>,
) {
  const { key, read } = setting;
  const respond = (reply: ResponseHead, value: Value) => tagged(reply, settingVersion(value), value);
  const get = async (_call: unknown, reply: ResponseHead) => respond(reply, await read(store.database.db));
  const put = async (call: Change<Body>, reply: ResponseHead) => {
    const edit = { by: actorOf(call), body: call.body, isCurrent: isCurrentFor(call) };
    return respond(reply, await updateSetting(store, setting, edit));
  };
  return { [`GET /settings/${key}`]: get, [`PUT /settings/${key}`]: put } as HandlersOf<Key, typeof get, typeof put>;
}
