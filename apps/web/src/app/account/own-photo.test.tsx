import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { OwnPhoto } from './profile-section.tsx';

const photoURL = '/api/photos/abc';
const file = new File(['large'], 'me.png', { type: 'image/png' });

/** Stubs a browser that reads every picture as 800 × 600 pixels, and a server that accepts every upload. */
function stubBrowser(): { sent: Blob[]; drawn: unknown[] } {
  const [sent, drawn]: [Blob[], unknown[]] = [[], []];
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600 }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: (...what: unknown[]) => drawn.push(what.slice(1)),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type) =>
    take(new Blob(['small'], { type: type ?? '' })),
  );
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = 200;
    readonly responseText = JSON.stringify({ user: aProfile({ photoURL }) });
    open(): void {}
    setRequestHeader(): void {}
    send(body: Blob): void {
      sent.push(body);
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return { sent, drawn };
}

const choose = (user: ReturnType<typeof userEvent.setup>, picture: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  return input === null ? undefined : user.upload(input, picture);
};

it('sends the middle of the picture, small and as a JPEG, and shows it', async () => {
  const user = userEvent.setup();
  stubApi({});
  const { sent, drawn } = stubBrowser();
  await openWork(<OwnPhoto />);
  await choose(user, file);
  expect(await screen.findByRole('button', { name: 'Change photo' })).toBeVisible();
  expect(screen.getByText('Photo saved')).toBeVisible();
  expect(document.querySelector('img')).toHaveAttribute('src', photoURL);
  expect(drawn).toEqual([[100, 0, 600, 600, 0, 0, 256, 256]]);
  expect(sent.map(({ type }) => type)).toEqual(['image/jpeg']);
});

it('shows an error when the file is not a picture, and sends nothing', async () => {
  const user = userEvent.setup();
  stubApi({});
  const { sent } = stubBrowser();
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unreadable')));
  await openWork(<OwnPhoto />);
  await choose(user, file);
  expect(await screen.findByText(/^This image cannot be displayed/)).toBeVisible();
  expect(sent).toEqual([]);
});

it('removes it, and moves the focus to the button for another', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ 'DELETE /auth/photo': () => ({ user: aProfile() }) }, aProfile({ photoURL }));
  await openWork(<OwnPhoto />);
  await user.click(await screen.findByRole('button', { name: 'Remove photo' }));
  expect(await screen.findByRole('button', { name: 'Add photo' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Remove photo' })).not.toBeInTheDocument();
  await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
});
