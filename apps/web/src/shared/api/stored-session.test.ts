import { beforeEach, describe, expect, it } from 'vitest';
import { adoptLinkedWorkspace, readWorkspaceId, storeWorkspaceId, withWorkspace } from './stored-session.ts';

const team1 = '0199a000-0000-7000-8000-000000000001';
const team2 = '0199a000-0000-7000-8000-000000000002';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the workspace of a tab', () => {
  it('is not changed by a tab that opens another one', () => {
    storeWorkspaceId(team1);
    localStorage.setItem('workspaceId', team2);
    expect(readWorkspaceId()).toBe(team1);
  });

  it('starts with the one last opened in the browser', () => {
    localStorage.setItem('workspaceId', team2);
    expect(readWorkspaceId()).toBe(team2);
  });
});

describe('a shared link', () => {
  it('opens its workspace and loses the parameter, not the others', () => {
    storeWorkspaceId(team1);
    window.history.replaceState(null, '', `/admin/users?q=lee&w=${team2}#top`);
    adoptLinkedWorkspace();
    expect(readWorkspaceId()).toBe(team2);
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(
      '/admin/users?q=lee#top',
    );
  });

  it('is the one of the tab that made the link', () => {
    storeWorkspaceId(team1);
    localStorage.setItem('workspaceId', team2);
    window.history.replaceState(null, '', withWorkspace('/admin/users/view/1?tab=notes'));
    sessionStorage.clear();
    adoptLinkedWorkspace();
    expect(readWorkspaceId()).toBe(team1);
    expect(window.location.pathname + window.location.search).toBe('/admin/users/view/1?tab=notes');
  });

  it('is ignored when it names no workspace', () => {
    storeWorkspaceId(team1);
    window.history.replaceState(null, '', '/admin/users?w=nonsense');
    adoptLinkedWorkspace();
    expect(readWorkspaceId()).toBe(team1);
  });
});
