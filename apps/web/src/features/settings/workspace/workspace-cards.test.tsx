import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkspaceSettings } from '@handover/contract/settings/workspace-settings.ts';
import { useState, type ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { someSettings } from '#test-setup/settings.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import WorkspaceScreen, { AnnouncementCard } from './workspace-screen.tsx';

const theirs = someSettings({ announcement: 'Theirs', version: 5 });
const listSentBodies = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

/** The server already has version 5 when the page saves an older one. */
async function openStale(): Promise<Call[]> {
  const calls = stubApi({
    'PATCH /workspace': ({ body }) => {
      const { version, ...change } = body as { version: number };
      return version === 5
        ? { workspace: { ...theirs, ...change, version: 6 } }
        : errorResponse(409, 'STALE_VERSION', { current: theirs });
    },
  });
  await openWork(<AnnouncementCard workspace={someSettings()} />);
  await userEvent.type(screen.getByLabelText('Text'), 'Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/Someone else changed this/)).toHaveTextContent('Theirs');
  return calls;
}

describe('settings that someone else saved in the meantime', () => {
  it('can be replaced with what is in the form now', async () => {
    const calls = await openStale();
    await userEvent.type(screen.getByLabelText('Text'), ' and theirs');
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByText(/Someone else/)).toBeNull());
    expect(listSentBodies(calls)).toEqual([
      { version: 1, announcement: 'Mine' },
      { version: 5, announcement: 'Mine and theirs' },
    ]);
  });

  it('can be accepted into the form', async () => {
    const calls = await openStale();
    await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
    expect(screen.getByLabelText('Text')).toHaveValue('Theirs');
    expect(screen.queryByText(/Someone else/)).toBeNull();
    expect(listSentBodies(calls)).toHaveLength(1);
  });
});

/** The card on an open page; clicking “Arrive” simulates someone else's change. */
function LiveCard({ changed }: { changed: WorkspaceSettings }): ReactElement {
  const [workspace, setWorkspace] = useState(someSettings());
  return (
    <>
      <button type="button" onClick={() => setWorkspace(changed)}>
        Arrive
      </button>
      <AnnouncementCard workspace={workspace} />
    </>
  );
}

async function saveAfter(changed: WorkspaceSettings): Promise<Call[]> {
  const calls = stubApi({
    'PATCH /workspace': ({ body }) =>
      (body as { version: number }).version === changed.version
        ? { workspace: { ...changed, announcement: 'Mine', version: changed.version + 1 } }
        : errorResponse(409, 'STALE_VERSION', { current: changed }),
  });
  await openWork(<LiveCard changed={changed} />);
  await userEvent.type(screen.getByLabelText('Text'), 'Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Arrive' }));
  expect(screen.getByLabelText('Text')).toHaveValue('Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  return calls;
}

describe('a change that arrives while typing', () => {
  it('is not overwritten unseen in the field that was typed into', async () => {
    const calls = await saveAfter(theirs);
    expect(await screen.findByText(/Someone else changed this/)).toHaveTextContent('Theirs');
    expect(listSentBodies(calls)).toEqual([{ version: 1, announcement: 'Mine' }]);
  });

  it('is no conflict in another setting', async () => {
    const calls = await saveAfter(someSettings({ name: 'Renamed', version: 2 }));
    await waitFor(() => expect(listSentBodies(calls)).toEqual([{ version: 2, announcement: 'Mine' }]));
    expect(screen.queryByText(/Someone else/)).toBeNull();
  });

  it('is not overwritten by a draft of an earlier day', async () => {
    const calls = stubApi({
      'PATCH /workspace': () => errorResponse(409, 'STALE_VERSION', { current: theirs }),
    });
    const { unmount } = await openWork(<AnnouncementCard workspace={someSettings()} />);
    await userEvent.type(screen.getByLabelText('Text'), 'Mine');
    unmount();
    await openWork(<AnnouncementCard workspace={theirs} />);
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText(/Someone else changed this/)).toHaveTextContent('Theirs');
    expect(listSentBodies(calls)).toEqual([{ version: 1, announcement: 'Mine' }]);
  });
});

it('cannot be changed while it is being saved, so that nothing typed is lost', async () => {
  let answer: (response: object) => void = () => undefined;
  stubApi({ 'PATCH /workspace': () => new Promise<object>((resolve) => (answer = resolve)) });
  await openWork(<AnnouncementCard workspace={someSettings()} />);
  const text = screen.getByLabelText('Text');
  await userEvent.type(text, 'Mine{Enter}');
  await waitFor(() => expect(text).toHaveAttribute('readonly'));
  await userEvent.type(text, ' too');
  expect(text).toHaveValue('Mine');
  answer({ workspace: someSettings({ announcement: 'Mine', version: 2 }) });
  await waitFor(() => expect(text).not.toHaveAttribute('readonly'));
  await userEvent.type(text, ' too');
  expect(text).toHaveValue('Mine too');
});

it('removes an announcement', async () => {
  const calls = stubApi({ 'PATCH /workspace': () => ({ workspace: someSettings({ version: 2 }) }) });
  await openWork(<AnnouncementCard workspace={someSettings({ announcement: 'We move' })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove announcement' }));
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveValue(''));
  expect(listSentBodies(calls)).toEqual([{ version: 1, announcement: null }]);
});

it('restores what was typed when the session ended', async () => {
  stubApi({});
  const { unmount } = await openWork(<AnnouncementCard workspace={someSettings()} />);
  await userEvent.type(screen.getByLabelText('Text'), 'We move on Friday');
  unmount();
  await openWork(<AnnouncementCard workspace={someSettings({ version: 2 })} />);
  expect(screen.getByLabelText('Text')).toHaveValue('We move on Friday');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText('Text')).toHaveValue('');
});

it('has the licenses of the brokerage, and a form for another', async () => {
  stubApi({
    'GET /workspace': () => ({ workspace: someSettings() }),
    'GET /workspace/usage': () => errorResponse(500, 'INTERNAL'),
    'GET /licenses': () => ({
      licenses: [
        {
          id: anId(1),
          business: null,
          state: 'TX',
          board: 'Real Estate',
          number: '12',
          expiresOn: null,
          version: 1,
        },
      ],
    }),
  });
  await openWork(<WorkspaceScreen />);
  expect(await screen.findByText('TX · Real Estate')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add license' }));
  expect(await screen.findByRole('dialog', { name: 'Add license' })).toBeVisible();
});
