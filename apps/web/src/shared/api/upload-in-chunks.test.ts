import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { uploadInChunks } from './upload-in-chunks.ts';

const { getState, sendChunk } = vi.hoisted(() => ({ getState: vi.fn(), sendChunk: vi.fn() }));
vi.mock('./client.ts', () => ({ send: getState }));
vi.mock('./upload-with-progress.ts', () => ({ uploadWithProgress: sendChunk }));

const file = new File(['bytes'], 'returns.pdf');
const createUploadResponse = (documentId: string | null) => ({
  upload: { id: 'upload', offset: file.size, documentId },
});
const start = () =>
  uploadInChunks({
    file,
    query: { name: file.name },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

beforeEach(() => {
  vi.useFakeTimers();
  getState.mockReset();
  sendChunk.mockReset().mockResolvedValue({ upload: { id: 'upload' } });
});

it('is done only when the document exists, which may be after the last byte', async () => {
  getState
    .mockResolvedValueOnce(createUploadResponse(null))
    .mockResolvedValueOnce(createUploadResponse('document'));
  const upload = start();
  await vi.advanceTimersByTimeAsync(0);
  // The upload is not finished yet, so its ID is still stored.
  expect(localStorage).toHaveLength(1);
  await vi.runAllTimersAsync();
  await upload;
  expect(getState).toHaveBeenCalledTimes(2);
  expect(localStorage).toHaveLength(0);
});

it('fails with the reason why no document was made', async () => {
  const refusal = new ApiError({ code: 'RULE_BROKEN', status: 422, detail: 'This room is locked.' });
  getState.mockResolvedValueOnce(createUploadResponse(null)).mockRejectedValue(refusal);
  const [outcome] = await Promise.all([start().catch((error: unknown) => error), vi.runAllTimersAsync()]);
  expect(outcome).toBe(refusal);
});
