import { UNKNOWN_ACCOUNT } from "#shared/editor-api.tsx";
import type { TokenPair } from "../endpoints.ts";

/** Other programs on the page may rely on these storage keys. */
const ACCESS = "access_token";
const REFRESH = "refresh_token";
/** Survives logging out, so that this browser can log in even while others guess passwords. */
const DEVICE = "device_token";

/** The session's tokens in local storage, shared by all tabs. If storage is blocked, they stay in memory. */
export type TokenStore = {
  access: () => string | null;
  refresh: () => string | null;
  device: () => string | null;
  save: (pair: TokenPair) => void;
  saveDevice: (token: string) => void;
  clear: () => void;
  /** Called on every change, including those by other tabs. */
  subscribe: (listener: () => void) => () => void;
};

export function createTokenStore(): TokenStore {
  const memory = new Map<string, string>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const read = (key: string): string | null => {
    try {
      return memory.get(key) ?? localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const write = (key: string, value: string | null): void => {
    memory.delete(key);
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      if (value !== null) memory.set(key, value);
    }
  };
  return {
    access: () => read(ACCESS),
    refresh: () => read(REFRESH),
    device: () => read(DEVICE),
    save(pair) {
      write(ACCESS, pair.access);
      write(REFRESH, pair.refresh);
      changed();
    },
    saveDevice: (token) => write(DEVICE, token),
    clear() {
      write(ACCESS, null);
      write(REFRESH, null);
      changed();
    },
    subscribe(listener) {
      // Fired by changes in other tabs; the key is null when the whole storage was cleared.
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key === ACCESS) listener();
      };
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
  };
}

/** The account that a token belongs to. Not verified here: the server does that. */
export function subjectOf(token: string): string {
  try {
    const claims = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return String(claims.sub);
  } catch {
    return UNKNOWN_ACCOUNT;
  }
}
