const tokenKey = 'authToken';
const workspaceKey = 'workspaceId';

/**
 * Fired on `window` when this tab changes the token or its workspace; other tabs get the browser's `storage` event for
 * the token.
 */
const changeEvent = 'sessionchange';
const workspaceId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readToken(): string | null {
  return localStorage.getItem(tokenKey);
}

export function storeToken(token: string): void {
  localStorage.setItem(tokenKey, token);
  window.dispatchEvent(new Event(changeEvent));
}

export function removeToken(): void {
  if (readToken() === null) return;
  localStorage.removeItem(tokenKey);
  window.dispatchEvent(new Event(changeEvent));
}

/**
 * Calls the listener when the token changes in this tab or another, or this tab opens another workspace. Returns a
 * function that stops it.
 */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === tokenKey || event.key === null) listener();
  };
  window.addEventListener(changeEvent, listener);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener(changeEvent, listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The workspace for the `X-Workspace` header: this tab's workspace, or else the last one opened in this browser. */
export function readWorkspaceId(): string | null {
  return sessionStorage.getItem(workspaceKey) ?? localStorage.getItem(workspaceKey);
}

/** Each tab stores its own workspace; a new tab starts in the last one used. */
export function storeWorkspaceId(id: string | null): void {
  const previous = readWorkspaceId();
  for (const storage of [sessionStorage, localStorage]) {
    if (id === null) storage.removeItem(workspaceKey);
    else storage.setItem(workspaceKey, id);
  }
  if (id !== previous) window.dispatchEvent(new Event(changeEvent));
}

/** The address for a new tab, which opens in this tab's workspace. */
export function withWorkspace(address: string): string {
  const url = new URL(address, window.location.href);
  const id = readWorkspaceId();
  if (id !== null) url.searchParams.set('w', id);
  return url.href;
}

/** Stores the workspace from a shared link's `?w=` and removes the parameter from the URL. */
export function adoptLinkedWorkspace(): void {
  const url = new URL(window.location.href);
  const linked = url.searchParams.get('w');
  if (linked === null) return;
  if (workspaceId.test(linked)) storeWorkspaceId(linked);
  url.searchParams.delete('w');
  window.history.replaceState(window.history.state, '', url);
}
