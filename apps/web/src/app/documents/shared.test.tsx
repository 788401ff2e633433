import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import SharedPage from './shared.tsx';

const file = {
  name: 'Lease.pdf',
  senderName: 'Avery Collins',
  workspaceName: 'Team 1',
  email: 'ann@example.com',
  canDownload: false,
  number: 1,
  pageCount: 0,
  sizes: [],
};

beforeEach(() => {
  sessionStorage.setItem('link:/', 'token');
  sessionStorage.setItem('session:token', 'session');
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});

function createCheckingResponse(seconds: number): Response {
  const { body } = errorResponse(503, 'UNAVAILABLE', { detail: 'This file is still being checked.' });
  return new Response(body, { status: 503, headers: { 'Retry-After': String(seconds) } });
}

it('opens a file by itself once it was checked', async () => {
  let asked = 0;
  stubApi({
    'POST /shared-links/file': () => {
      asked += 1;
      return asked < 3 ? createCheckingResponse(0.01) : { file, nda: null };
    },
  });
  await openWork(<SharedPage />);
  expect(await screen.findByRole('heading', { name: 'Lease.pdf' })).toBeVisible();
  expect(asked).toBe(3);
});

it('shows a notice when the check takes long', async () => {
  stubApi({ 'POST /shared-links/file': () => createCheckingResponse(0) });
  await openWork(<SharedPage />);
  expect(await screen.findByText('This file is still being checked.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

it('opens the new version, with a notice, when the file was replaced', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #onChange: (entries: object[]) => void;
      constructor(onChange: (entries: object[]) => void) {
        this.#onChange = onChange;
      }
      observe = (target: Element): void =>
        this.#onChange([{ target, isIntersecting: true, intersectionRect: { width: 1, height: 1 } }]);
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  URL.createObjectURL = () => 'blob:page';
  URL.revokeObjectURL = () => undefined;
  const sizes = [{ width: 1, height: 1 }];
  let number = 1;
  const calls = stubApi({
    'POST /shared-links/file': () => {
      const opened = { ...file, number, pageCount: 1, sizes };
      number = 2;
      return { file: opened, nda: null };
    },
    'POST /shared-links/page': ({ body }) =>
      (body as { number: number }).number === number
        ? new Response('image')
        : errorResponse(409, 'CONFLICT', { detail: 'This file was replaced by a new version.' }),
  });
  await openWork(<SharedPage />);
  expect(await screen.findByRole('img', { name: 'Page 1 of Lease.pdf' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This file was replaced. You are viewing the new version.',
  );
  const pages = calls.filter(({ path }) => path === '/shared-links/page').map(({ body }) => body);
  expect(pages).toMatchObject([{ number: 1 }, { number: 2 }]);
});

it('sends the reader back to the proof when the link has ended', async () => {
  stubApi({
    'POST /shared-links/file': () => errorResponse(400, 'LINK_INVALID'),
    'POST /shared-links/open': () => ({
      shared: { senderName: 'Avery Collins', workspaceName: 'Team 1', hasPassword: false },
    }),
  });
  await openWork(<SharedPage />);
  expect(await screen.findByRole('textbox', { name: 'Email' })).toBeVisible();
});

it('keeps asking for the code after a reload, as when a phone closes the tab', async () => {
  sessionStorage.removeItem('session:token');
  const sender = { senderName: 'Avery Collins', workspaceName: 'Team 1' };
  let isOver = false;
  stubApi({
    'POST /shared-links/open': () => ({ shared: { ...sender, hasPassword: false } }),
    'POST /shared-links/code': () => ({}),
    'POST /shared-links/session': () => ({ session: 's'.repeat(43) }),
    'POST /shared-links/file': () => (isOver ? errorResponse(400, 'LINK_INVALID') : { file, nda: null }),
  });
  const first = await openWork(<SharedPage />);
  await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByLabelText('Code')).toHaveFocus();
  first.unmount();
  const second = await openWork(<SharedPage />);
  expect(
    await screen.findByText(/^If ann@example.com may open the file, a six-digit code is on its way/),
  ).toBeVisible();
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.paste(' 123456');
  await userEvent.click(screen.getByRole('button', { name: 'Open the file' }));
  expect(await screen.findByRole('heading', { name: 'Lease.pdf' })).toBeVisible();
  second.unmount();
  isOver = true;
  await openWork(<SharedPage />);
  expect(await screen.findByLabelText('Email')).toBeVisible();
});
