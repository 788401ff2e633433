import { newId, newSecret } from '#lib/ids.ts';

type Own = { readonly adminPasskeyId: string };

const wrongProof = { password: 'wrong one', code: '000000' };

/** Requests about the caller's own account, each with a wrong password or code. */
export const accountRequests = {
  getAccountSecurity: () => ({ path: '/auth/security' }),
  beginSecondFactor: () => ({ path: '/auth/second-factor', body: { password: 'wrong one' } }),
  confirmSecondFactor: () => ({ path: '/auth/second-factor/confirm', body: { code: '000000' } }),
  renewRecoveryCodes: () => ({ path: '/auth/second-factor/recovery-codes', body: wrongProof }),
  disableSecondFactor: () => ({ path: '/auth/second-factor/disable', body: wrongProof }),
  changeEmail: () => ({ path: '/auth/email', body: { email: 'other@people.test', password: 'wrong one' } }),
  cancelEmailChange: () => ({ path: '/auth/email' }),
  sendEmailConfirmation: () => ({ path: '/auth/email/confirmation' }),
  confirmEmail: () => ({ path: '/auth/confirm-email', body: { token: newSecret() } }),
  beginPasskey: () => ({ path: '/auth/passkeys/begin', body: { password: 'wrong one' } }),
  addPasskey: () => ({
    path: '/auth/passkeys',
    body: {
      challengeId: newId(),
      name: 'Key',
      registration: { id: 'aa', clientDataJSON: 'aa', attestationObject: 'aa', transports: [] },
    },
  }),
  renamePasskey: ({ adminPasskeyId }: Own) => ({
    path: `/auth/passkeys/${adminPasskeyId}`,
    body: { name: 'Key' },
  }),
  removePasskey: ({ adminPasskeyId }: Own) => ({
    path: `/auth/passkeys/${adminPasskeyId}/remove`,
    body: { password: 'wrong one' },
  }),
  beginPasskeySignIn: () => ({ path: '/auth/passkey-sign-in/begin' }),
  listDirectory: () => ({ path: '/directory' }),
  getNotificationChoices: () => ({ path: '/notifications/choices' }),
  updateNotificationChoices: () => ({
    path: '/notifications/choices',
    body: { version: 0, kinds: [], digest: { hour: 7, weekdays: [1], withTasks: false } },
  }),
  signInWithPasskey: () => ({
    path: '/auth/passkey-sign-in',
    body: {
      challengeId: newId(),
      assertion: {
        id: 'aa',
        clientDataJSON: 'aa',
        authenticatorData: 'aa',
        signature: 'aa',
        userHandle: 'aa',
      },
    },
  }),
};
