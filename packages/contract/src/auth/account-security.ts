import * as z from 'zod/mini';
import { currentPassword, linkToken } from './auth.ts';
import { email, timestamp } from '../http/common.ts';
import { anyone, defineEndpoint, signedIn } from '../http/endpoint.ts';
import { passkey } from './passkeys.ts';

/** Six digits of the authenticator app, or a recovery code such as `k3v9f-2m7qx`. */
export const factorCode = z
  .string()
  .check(z.trim(), z.minLength(6, 'Enter the code'), z.maxLength(20, 'At most 20 characters'));
export const appCode = z.string().check(z.trim(), z.regex(/^\d{3} ?\d{3}$/, 'Enter the six-digit code'));

export const recoveryCodeCount = 10;

const pendingEmail = z.object({ email: z.string(), expiresAt: timestamp });

/** Security settings of the current user: sign-in by email address, second factor, and passkeys. */
export const accountSecurity = z.object({
  isEmailConfirmed: z.boolean(),
  /** The new address, pending confirmation by email. */
  pendingEmail: z.nullable(pendingEmail),
  /** Null while two-step sign-in is off. */
  secondFactor: z.nullable(z.object({ enabledAt: timestamp, recoveryCodesLeft: z.int() })),
  passkeys: z.array(passkey),
  /** The origin for passkeys; null if the installation is reached by an IP address, which WebAuthn rejects. */
  passkeyOrigin: z.nullable(z.string()),
});
export type AccountSecurity = z.infer<typeof accountSecurity>;

/** The secret for an authenticator app, as text and as the `otpauth://` address of a QR code. */
export const enrolment = z.object({ secret: z.string(), uri: z.string() });
export type Enrolment = z.infer<typeof enrolment>;

export const passwordBody = z.strictObject({ password: currentPassword });
export const factorCodeBody = z.strictObject({ code: factorCode });
export const appCodeBody = z.strictObject({ code: appCode });
export const provenBody = z.strictObject({ password: currentPassword, code: factorCode });
export const changeEmailBody = z.strictObject({ email, password: currentPassword });

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The user's other sign-in methods and second factor, to choose which to keep. */
export const resetPreview = z.object({
  /** Whether the address was never confirmed. Existing sign-in methods are then removed, and nothing is listed. */
  isFirstProof: z.boolean(),
  passkeys: z.array(passkey),
  hasSecondFactor: z.boolean(),
});
export type ResetPreview = z.infer<typeof resetPreview>;

export const getAccountSecurity = defineEndpoint({
  method: 'GET',
  path: '/auth/security',
  summary: 'Get the security settings of the current user',
  access: signedIn,
  status: 200,
  response: z.object({ security: accountSecurity }),
});
export const beginSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/auth/second-factor',
  summary: 'Start setting up an authenticator app',
  access: signedIn,
  status: 200,
  body: passwordBody,
  response: z.object({ enrolment }),
});
export const confirmSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/auth/second-factor/confirm',
  summary: 'Turn on two-step sign-in with a code from the app; returns the recovery codes once',
  access: signedIn,
  status: 200,
  body: appCodeBody,
  response: recoveryCodes,
});
export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  summary: 'Create new recovery codes; the previous ones stop working',
  access: signedIn,
  status: 200,
  body: provenBody,
  response: recoveryCodes,
});
export const disableSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/auth/second-factor/disable',
  summary: 'Turn off two-step sign-in',
  access: signedIn,
  status: 204,
  body: provenBody,
});
export const changeEmail = defineEndpoint({
  method: 'POST',
  path: '/auth/email',
  summary: 'Request a new email address; takes effect once confirmed',
  access: signedIn,
  status: 202,
  body: changeEmailBody,
  response: z.object({ pendingEmail }),
});
export const cancelEmailChange = defineEndpoint({
  method: 'DELETE',
  path: '/auth/email',
  summary: 'Cancel a pending email address change',
  access: signedIn,
  status: 204,
});
export const sendEmailConfirmation = defineEndpoint({
  method: 'POST',
  path: '/auth/email/confirmation',
  summary: 'Resend the confirmation email',
  access: signedIn,
  status: 202,
  response: z.object({ pendingEmail }),
});
export const previewReset = defineEndpoint({
  method: 'POST',
  path: '/auth/reset-preview',
  summary: 'List the sign-in methods that a password reset can keep',
  access: anyone,
  status: 200,
  body: z.strictObject({ token: linkToken }),
  response: z.object({ reset: resetPreview }),
});
export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/auth/confirm-email',
  summary: 'Confirm an email address with the link from the email',
  access: anyone,
  status: 200,
  body: z.strictObject({ token: linkToken }),
  /** The first confirmation invalidates the password. The reset token then allows the user to set a new one. */
  response: z.object({ email: z.string(), resetToken: z.nullable(linkToken) }),
});
