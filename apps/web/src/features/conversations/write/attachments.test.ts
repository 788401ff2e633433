import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { storeWorkspaceId } from '#shared/api/stored-session.ts';
import type { DraftHandle } from '#shared/drafts/use-draft.ts';
import { anId } from '#test-setup/records.ts';
import { useAttaching } from './attachments.tsx';

const upload = vi.hoisted(() => vi.fn());
vi.mock('#shared/api/upload-with-progress.ts', () => ({ uploadWithProgress: upload }));

it('uploads no further files when another workspace is opened', async () => {
  upload.mockImplementation(
    (_endpoint: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const change = vi.fn();
  const { result } = renderHook(() => useAttaching({ change } as unknown as DraftHandle<EmailDraft>));
  act(() => result.current.attach([new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf')]));
  expect(result.current.uploads).toMatchObject([{ name: 'a.pdf' }]);
  act(() => storeWorkspaceId(anId(2)));
  await waitFor(() => expect(result.current.uploads).toEqual([]));
  expect(upload).toHaveBeenCalledOnce();
  expect(change).not.toHaveBeenCalled();
  expect(result.current.failure).toBe(
    'a.pdf: The upload stopped because your session ended or you opened another workspace.',
  );
});
