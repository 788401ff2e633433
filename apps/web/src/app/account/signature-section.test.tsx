import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import SignatureSection from './signature-section.tsx';

// The editor is tested separately; here it is a field of HTML.
vi.mock('@handover/ui/editor/lazy-rich-editor.tsx', () => ({
  RichEditor: (props: { label: string; value: string; onChange: (value: string) => void }) => (
    <textarea
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
}));

const findField = () => screen.findByRole('textbox', { name: 'Signature' });

it('keeps what was typed when the session ended, until it is saved', async () => {
  const calls = stubApi({
    'GET /auth/signature': () => ({ signature: { html: '', version: 1 } }),
    'PUT /auth/signature': () => ({ signature: { html: '<p>Ann Lee</p>', version: 2 } }),
  });
  const { unmount } = await openWork(<SignatureSection />);
  await userEvent.type(await findField(), 'Ann Lee');
  unmount();
  await openWork(<SignatureSection />);
  expect(await findField()).toHaveValue('Ann Lee');
  await userEvent.click(screen.getByRole('button', { name: 'Save signature' }));
  await waitFor(async () => expect(await findField()).toHaveValue('<p>Ann Lee</p>'));
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ html: 'Ann Lee', version: 1 });
  expect(screen.queryByText('Unsaved changes restored.')).toBeNull();
});

it('does not overwrite unseen what was saved after the draft was typed', async () => {
  let saved = { html: '', version: 1 };
  const calls = stubApi({
    'GET /auth/signature': () => ({ signature: saved }),
    'PUT /auth/signature': ({ body }) =>
      (body as { version: number }).version === 2
        ? { signature: { html: 'Ann', version: 3 } }
        : errorResponse(409, 'STALE_VERSION', { detail: 'Someone else changed this.', current: saved }),
  });
  const { unmount } = await openWork(<SignatureSection />);
  await userEvent.type(await findField(), 'Ann');
  unmount();
  saved = { html: 'Ann Lee, CPA', version: 2 };
  await openWork(<SignatureSection />);
  expect(await findField()).toHaveValue('Ann');
  await userEvent.click(screen.getByRole('button', { name: 'Save signature' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else changed this.');
  await userEvent.click(screen.getByRole('button', { name: 'Save signature' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))).toEqual([
    { html: 'Ann', version: 1 },
    { html: 'Ann', version: 2 },
  ]);
});
