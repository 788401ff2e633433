/** The value that this browser has under a key; null if there is none, or if it cannot be read. */
export function readStored(key: string): unknown {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return stored;
  } catch {
    return null;
  }
}

/**
 * Stores a value in this browser; null removes it. False if the browser's storage is full or disabled, so that the value
 * does not survive a reload.
 */
export function storeOnDevice(key: string, value: object | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    console.warn('The browser’s storage is full or disabled');
    return false;
  }
}
