import type { TokenPair } from "../schema.ts";

/** The names in the browser's storage, which other programs on the page may rely on. */
const ACCESS = "access_token";
const REFRESH = "refresh_token";
/** Stays after logging out: it keeps this browser's way in open while others try passwords. */
const DEVICE = "device_token";

/**
 * The session's tokens in the browser's local storage, which all tabs share. Where it cannot
 * be written they live as long as the page does.
 */
export type TokenStore = {
  access: () => string | null;
  refresh: () => string | null;
  device: () => string | null;
  save: (pair: TokenPair) => void;
  saveDevice: (token: string) => void;
  clear: () => void;
  /** Tells of every change, also by other tabs. */
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
      // Forbidden or full.
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
      // Other tabs tell by this event; a null key is a storage emptied whole.
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

/** Whom a token is of. Not judged here: that is the server's part. */
export function subjectOf(token: string): string {
  try {
    const claims = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return String(claims.sub);
  } catch {
    return "unknown";
  }
}
