import { beforeEach, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { placeFiles } from './folder-upload.ts';

const { create } = vi.hoisted(() => ({ create: vi.fn() }));
vi.mock('#shared/api/client.ts', () => ({ send: create }));

beforeEach(() => void create.mockReset());

it('creates each folder once, with the name that the server stores', async () => {
  const file = new File(['x'], 'a.pdf');
  const wide = 'a'.repeat(119);
  create.mockImplementation((_call: unknown, { body }: { body: object }) =>
    Promise.resolve({ folder: { parentId: null, ...body, id: anId(create.mock.calls.length) } }),
  );
  const found = [['2024 '], ['2024 '], ['2024'], [' '], [`${wide}😀`]].map((folders) => ({ file, folders }));
  const placed = await placeFiles(found, {
    parentId: null,
    existing: [],
    signal: new AbortController().signal,
  });
  expect(create.mock.calls.map(([, { body }]) => body)).toEqual([{ name: '2024' }, { name: wide }]);
  expect(placed.map(({ folderId }) => folderId)).toEqual([anId(1), anId(1), anId(1), null, anId(2)]);
});

it('creates no more folders after it was stopped', async () => {
  const stop = new AbortController();
  create.mockImplementation((_call: unknown, { body }: { body: object }) => {
    stop.abort(new Error('Stopped'));
    return Promise.resolve({ folder: { parentId: null, ...body, id: anId(1) } });
  });
  const found = ['2024', '2025'].map((name) => ({ file: new File(['x'], 'a.pdf'), folders: [name] }));
  await expect(placeFiles(found, { parentId: null, existing: [], signal: stop.signal })).rejects.toThrow(
    'Stopped',
  );
  expect(create).toHaveBeenCalledOnce();
});
