import type { Document } from '@handover/contract/documents/documents.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi, type Call } from '#test-setup/work.tsx';
import { Preview } from './preview.tsx';

const note = {
  id: anId(1),
  name: 'note.txt',
  kind: 'text',
  contentType: 'text/plain; charset=utf-8',
  sizeBytes: 1_000,
  number: 1,
} as Document;

/** Stubs the file behind a ticket. */
const stubFile = (bytes: Uint8Array<ArrayBuffer>): Call[] =>
  stubApi({
    'POST /documents/{id}/ticket': () => ({ ticket: { url: '/api/tickets/t', expiresAt: '' } }),
    'GET /tickets/t': () => new Response(bytes, { status: 206 }),
  });
const listRanges = (fetched: { mock: { calls: readonly (readonly unknown[])[] } }) =>
  fetched.mock.calls
    .filter(([url]) => url === '/api/tickets/t')
    .map(([, init]) => new Headers((init as RequestInit).headers).get('Range'));

it('loads only the beginning of a large text', async () => {
  stubFile(new TextEncoder().encode('a'.repeat(200_001)));
  const fetched = vi.spyOn(globalThis, 'fetch');
  await openWork(<Preview document={{ ...note, sizeBytes: 400 * 1024 ** 2 }} />);
  expect(await screen.findByText('a'.repeat(200_000))).toBeVisible();
  expect(
    screen.getByText('Only the beginning of this file is shown. Download it to read the rest.'),
  ).toBeVisible();
  expect(listRanges(fetched)).toEqual(['bytes=0-799999']);
});

it('loads all of a small text, in its encoding', async () => {
  stubFile(new Uint8Array([0x43, 0x61, 0x66, 0xe9]));
  const fetched = vi.spyOn(globalThis, 'fetch');
  await openWork(<Preview document={{ ...note, contentType: 'text/plain; charset=windows-1252' }} />);
  expect(await screen.findByText('Café')).toBeVisible();
  expect(listRanges(fetched)).toEqual([null]);
});

it.each<[string, Document]>([
  ['a text', note],
  ['a picture', { ...note, name: 'front.png', kind: 'image', contentType: 'image/png' }],
  ['the text of an Office file', { ...note, name: 'rent.docx', kind: 'text_document' }],
])('opens %s again in a new preview, but not when files change', async (_kind, document) => {
  const calls = stubApi({
    'POST /documents/{id}/ticket': () => ({ ticket: { url: '/api/tickets/t', expiresAt: '' } }),
    'GET /tickets/t': () => new Response('Rent roll', { status: 206 }),
    'GET /documents/{id}/text': () => ({
      text: { state: 'ready', pages: [{ title: null, text: 'Rent roll' }], isCut: false },
    }),
  });
  await openWork(
    <>
      <TogglePreview document={document} />
      <RefreshButton />
    </>,
  );
  const listOpened = () => calls.filter(({ path }) => /\/(ticket|text)$/.test(path));
  const findContent = () =>
    waitFor(() => expect(screen.queryByText('Rent roll') ?? screen.queryByRole('img')).toBeVisible());
  await findContent();
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(listOpened()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Toggle' }));
  await userEvent.click(screen.getByRole('button', { name: 'Toggle' }));
  await findContent();
  expect(listOpened()).toHaveLength(2);
});

function TogglePreview({ document }: { document: Document }): ReactElement {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Toggle
      </button>
      {isOpen && <Preview document={document} />}
    </>
  );
}

function RefreshButton(): ReactElement {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={() => refresh({ noun: 'document', customerId: null })}>
      Refresh
    </button>
  );
}
