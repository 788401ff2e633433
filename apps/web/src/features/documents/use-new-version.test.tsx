import type { Document } from '@handover/contract/documents/documents.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { useNewVersion } from './use-new-version.ts';

const largeBytes = 9 * 1024 ** 2;
const shown: (number | null)[] = [];
let sent: string[] = [];

/** An upload request that gets its response immediately. */
class Request extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  call = '';
  open(method: string, url: string): void {
    this.call = `${method} ${decodeURIComponent(url)}`;
  }
  setRequestHeader(): void {
    return undefined;
  }
  abort(): void {
    return undefined;
  }
  send(): void {
    sent.push(this.call);
    this.status = this.call.startsWith('PATCH') ? 204 : 201;
    this.responseText = JSON.stringify({ upload: { id: anId(5) }, document: {} });
    if (this.status === 204)
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }));
    // Only after the progress was rendered.
    setTimeout(() => {
      this.dispatchEvent(new Event('load'));
      this.dispatchEvent(new Event('loadend'));
    });
  }
}

function Uploader(): ReactElement {
  const { upload, progress } = useNewVersion({ id: anId(1) } as Document);
  shown.push(progress);
  return (
    <>
      <button type="button" onClick={() => upload(new File(['small'], 'lease.pdf'))}>
        Small
      </button>
      <button type="button" onClick={() => upload(new File([new Uint8Array(largeBytes)], 'lease.pdf'))}>
        Large
      </button>
    </>
  );
}

beforeEach(() => {
  sent = [];
  shown.length = 0;
  vi.stubGlobal('XMLHttpRequest', Request);
});

it('sends a small version at once, and a large one in chunks with progress', async () => {
  const state = () =>
    sent.some((call) => call.startsWith('PATCH'))
      ? { offset: largeBytes, documentId: anId(1) }
      : { offset: 0, documentId: null };
  stubApi({ 'GET /uploads/{id}': () => ({ upload: { id: anId(5), ...state() } }) });
  await openWork(<Uploader />);
  await userEvent.click(screen.getByRole('button', { name: 'Small' }));
  expect(await screen.findByText('New version added')).toBeVisible();
  expect(sent).toEqual([`POST /api/documents/${anId(1)}/versions`]);
  sent = [];
  await userEvent.click(screen.getByRole('button', { name: 'Large' }));
  await vi.waitFor(() => expect(sent).toHaveLength(2), 5_000);
  expect(sent).toEqual([
    `POST /api/uploads?name=lease.pdf&documentId=${anId(1)}`,
    `PATCH /api/uploads/${anId(5)}`,
  ]);
  await vi.waitFor(() => expect(shown.at(-1)).toBeNull(), 5_000);
  expect(shown).toContain(0.5);
});
