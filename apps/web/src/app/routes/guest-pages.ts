import { lazyPage } from './lazy-page.tsx';

/** Pages for guests, by path. */
export const guestPages = {
  'sign-in': lazyPage(() => import('#app/guest/sign-in.tsx')),
  'forgot-password': lazyPage(() => import('#app/guest/forgot-password.tsx')),
  'first-admin': lazyPage(() => import('#app/guest/first-admin.tsx')),
  'reset-password': lazyPage(() => import('#app/guest/reset-password.tsx')),
  'accept-invite': lazyPage(() => import('#app/guest/accept-invite.tsx')),
  'confirm-email': lazyPage(() => import('#app/guest/confirm-email.tsx')),
  'register-buyer': lazyPage(() => import('#app/registration/register-buyer.tsx')),
  'confirm-registration': lazyPage(() => import('#app/registration/confirm-registration.tsx')),
  sign: lazyPage(() => import('#app/documents/sign.tsx')),
  approve: lazyPage(() => import('#app/documents/approve.tsx')),
  shared: lazyPage(() => import('#app/documents/shared.tsx')),
  teaser: lazyPage(() => import('#app/documents/teaser.tsx')),
};
