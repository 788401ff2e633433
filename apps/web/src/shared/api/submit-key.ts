import { useCallback, useRef } from 'react';

/**
 * Provides the `Idempotency-Key` of a submit. The key is the same for the same values, so that a retry after a lost
 * response creates no duplicate. It changes when the values change or after `renew()`, which must be called on success.
 */
export function useSubmitKey(): { keyFor: (values: unknown) => string; renew: () => void } {
  const last = useRef<{ values: string; key: string } | null>(null);
  const keyFor = useCallback((values: unknown): string => {
    const text = JSON.stringify(values);
    if (last.current?.values !== text) last.current = { values: text, key: createSubmitKey() };
    return last.current.key;
  }, []);
  const renew = useCallback((): void => {
    last.current = null;
  }, []);
  return { keyFor, renew };
}

/**
 * 128 random bits in hexadecimal. `crypto.randomUUID` is not available if the app is opened over plain HTTP in a local
 * network.
 */
export function createSubmitKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
