import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import ApprovePage from './approve.tsx';
import SignPage from './sign.tsx';

const signing = {
  state: 'pending',
  title: 'NDA',
  text: 'Keep it confidential.',
  textSha256: 'a'.repeat(64),
  customerName: 'Bo Buyer',
  workspaceName: 'Team 1',
  senderName: 'Avery Collins',
  deadline: '2026-12-11T15:00:00.000Z',
  signedAt: null,
  expiresOn: null,
  hasPdf: false,
};
const signed = { ...signing, state: 'in_force', signedAt: '2026-11-27T15:00:00.000Z' };
const approval = {
  id: '018f0000-0000-7000-8000-000000000001',
  state: 'pending',
  kind: 'teaser',
  businessName: 'Bright Dental',
  workspaceName: 'Team 1',
  senderName: 'Avery Collins',
  deadline: '2026-12-11T15:00:00.000Z',
  decidedAt: null,
  title: 'A dental practice',
  sections: [],
};

beforeEach(() => sessionStorage.setItem('link:/', 'token'));

async function sign(): Promise<void> {
  await userEvent.click(await screen.findByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Sign' }));
}

it('shows what was signed when the response to an earlier try got lost', async () => {
  let isSigned = false;
  stubApi({
    'POST /signing/open': () => ({ signing: isSigned ? { ...signed, hasPdf: true } : signing, proof: null }),
    'POST /signing/sign': () => {
      isSigned = true;
      return errorResponse(409, 'CONFLICT');
    },
  });
  await openWork(<SignPage />);
  await sign();
  expect(await screen.findByText(/^You signed the agreement/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download signed PDF' })).toBeVisible();
});

it('moves to the outcome above the text once it is signed', async () => {
  stubApi({
    'POST /signing/open': () => ({ signing, proof: null }),
    'POST /signing/sign': () => ({ signing: signed }),
  });
  await openWork(<SignPage />);
  await sign();
  expect(await screen.findByText(/^You signed the agreement/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'NDA', level: 1 })).toHaveFocus();
});

it('stays verified after a reload, and asks for no code that was not sent', async () => {
  const proof = { email: 'bo@buyers.test', senderName: 'Avery Collins', workspaceName: 'Team 1' };
  let isOver = false;
  const calls = stubApi({
    'POST /signing/open': ({ body }) => {
      const isProved = !isOver && JSON.stringify(body).includes('"session"');
      return isProved ? { signing, proof: null } : { signing: null, proof };
    },
    'POST /signing/code': () => ({}),
    'POST /signing/session': () => ({ session: 's'.repeat(43) }),
  });
  const first = await openWork(<SignPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  expect(await screen.findByLabelText('Code')).toHaveFocus();
  await userEvent.paste(' 123456');
  await userEvent.click(screen.getByRole('button', { name: 'Read the agreement' }));
  expect(await screen.findByText('Keep it confidential.')).toBeVisible();
  first.unmount();
  const second = await openWork(<SignPage />);
  expect(await screen.findByText('Keep it confidential.')).toBeVisible();
  second.unmount();
  isOver = true;
  await openWork(<SignPage />);
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeVisible();
  expect(screen.queryByLabelText('Code')).toBeNull();
  expect(calls.filter(({ path }) => path === '/signing/code')).toHaveLength(1);
});

it('needs no other code when the connection drops after the first one', async () => {
  const proof = { email: 'bo@buyers.test', senderName: 'Avery Collins', workspaceName: 'Team 1' };
  let isDown = false;
  const calls = stubApi({
    'POST /signing/open': ({ body }) => {
      if (isDown) return errorResponse(503, 'UNAVAILABLE');
      return JSON.stringify(body).includes('"session"') ? { signing, proof: null } : { signing: null, proof };
    },
    'POST /signing/code': () => ({}),
    'POST /signing/session': () => {
      isDown = true;
      return { session: 's'.repeat(43) };
    },
  });
  await openWork(<SignPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Read the agreement' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === '/signing/open')).toHaveLength(2));
  isDown = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Keep it confidential.')).toBeVisible();
});

it('keeps the form with the reason when the agreement is still open', async () => {
  stubApi({
    'POST /signing/open': () => ({ signing, proof: null }),
    'POST /signing/sign': () =>
      errorResponse(409, 'CONFLICT', { detail: 'The text on this page has changed.' }),
  });
  await openWork(<SignPage />);
  await sign();
  expect(await screen.findByText('The text on this page has changed.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign' })).toBeEnabled();
});

it('names no field of the API when a signature is refused', async () => {
  const message = 'This drawing is too detailed.';
  stubApi({
    'POST /signing/open': () => ({ signing, proof: null }),
    'POST /signing/sign': () =>
      errorResponse(400, 'INVALID_INPUT', {
        detail: `signature.path: ${message}`,
        errors: [{ path: 'signature.path', message }],
      }),
  });
  await openWork(<SignPage />);
  await sign();
  expect(await screen.findByText(message)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  expect(screen.getByLabelText('Reason (optional)')).toHaveAttribute('maxlength', '1000');
});

it('asks for the signed PDF at growing intervals, also after a failure', async () => {
  let tries = 0;
  stubApi({
    'POST /signing/open': () => {
      tries += 1;
      if (tries === 2) return errorResponse(503, 'UNAVAILABLE');
      return { signing: { ...signed, hasPdf: tries === 4 }, proof: null };
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await openWork(<SignPage />);
  await screen.findByText('Preparing your signed copy…');
  await pass(2000);
  expect(tries).toBe(2);
  await pass(4000);
  expect(tries).toBe(3);
  await pass(4000);
  expect(tries).toBe(3);
  await pass(4000);
  expect(await screen.findByRole('button', { name: 'Download signed PDF' })).toBeVisible();
});

it('shows what was approved when the response to an earlier try got lost', async () => {
  let state = 'pending';
  stubApi({
    'POST /approving/open': () => ({ approval: { ...approval, state } }),
    'POST /approving/answer': () => {
      state = 'approved';
      return errorResponse(409, 'CONFLICT');
    },
  });
  await openWork(<ApprovePage />);
  await userEvent.type(await screen.findByLabelText('Your name'), 'Olivia Owner');
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/^You approved the teaser for Bright Dental/)).toBeVisible();
});

it('keeps the reason for declining when the page goes back or reloads', async () => {
  stubApi({ 'POST /approving/open': () => ({ approval }) });
  const first = await openWork(<ApprovePage />);
  const label = 'What should change? (optional)';
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  await userEvent.type(screen.getByLabelText(label), 'No lease terms');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  expect(screen.getByLabelText(label)).toHaveValue('No lease terms');
  first.unmount();
  await openWork(<ApprovePage />);
  expect(await screen.findByLabelText(label)).toHaveValue('No lease terms');
});

it('says why a link to approve is refused', async () => {
  const detail = 'Your broker sent a newer version. Use the latest link you received.';
  stubApi({ 'POST /approving/open': () => errorResponse(400, 'LINK_INVALID', { detail }) });
  await openWork(<ApprovePage />);
  expect(await screen.findByText(detail)).toBeVisible();
});
