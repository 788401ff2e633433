import * as z from 'zod/mini';
import { calendarDate, email, id, idParams, line, nameLine, timestamp, version } from '../http/common.ts';
import { anyone, defineEndpoint, signedIn } from '../http/endpoint.ts';
import { areas, roles } from './roles.ts';

/** Passwords are rated by length and by how easy they are to guess, not by composition rules. */
export const passwordMinLength = 12;
export const newPassword = z
  .string()
  .check(
    z.minLength(passwordMinLength, `Use at least ${String(passwordMinLength)} characters`),
    z.maxLength(256, 'At most 256 characters'),
  );
export const currentPassword = z.string().check(z.minLength(1, 'Required'), z.maxLength(256));
/** A one-time secret from a link's fragment: 256 bits, base64url. */
export const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete'));

export const workspacePlans = ['Free', 'Pro'] as const;

export const sessionWorkspace = z.object({
  id,
  name: z.string(),
  plan: z.enum(workspacePlans),
  logoUrl: z.nullable(z.string()),
  role: z.enum(roles),
});
export type SessionWorkspace = z.infer<typeof sessionWorkspace>;

/** Stage names by stage key. */
const renamedStages = z.record(z.string(), z.string());

/** The two-step sign-in that the workspace requires of a member who has only a password, and its deadline. */
export const twoStepRequirement = z.object({ dueAt: timestamp, isOverdue: z.boolean() });
export type TwoStepRequirement = z.infer<typeof twoStepRequirement>;

const broker = z.object({ id, displayName: z.string(), email: z.string(), photoURL: z.nullable(z.string()) });

/** The signed-in user as shown in the profile, in the workspace of the request. */
export const profile = z.object({
  id,
  role: z.nullable(z.enum(roles)),
  displayName: z.string(),
  email: z.string(),
  /** Used in email templates. */
  phone: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
  version,
  workspaces: z.array(sessionWorkspace),
  workspaceId: z.nullable(id),
  /** Whether the user is a member, so that records and tasks can be assigned to them; a superadmin may not be. */
  isMember: z.boolean(),
  timeZone: z.string(),
  /** Today's calendar date in the workspace's time zone. */
  today: calendarDate,
  /** The admin areas open to this user; from ADMIN up, all of them. */
  areas: z.array(z.enum([...areas, 'settings'])),
  /** For clients: the customer they represent (the first, if there are several). */
  customerId: z.nullable(id),
  /** For clients: every customer they represent, with its broker, followed by those shared with them. */
  customers: z.array(z.object({ id, name: z.string(), isOwn: z.boolean(), broker: z.nullable(broker) })),
  announcement: z.nullable(z.string()),
  /** Without the workspace's postal address, bulk email is rejected. */
  hasPostalAddress: z.boolean(),
  /** False while email to customers is not sent: no mail server, or sample data with an external server. */
  deliversEmail: z.boolean(),
  /**
   * Null if the workspace does not require a second step or the user has one. While it is overdue, the user has no
   * access to the workspace.
   */
  twoStep: z.nullable(twoStepRequirement),
  /** The stages that the workspace has renamed, for staff and for clients. */
  stageNames: z.object({ staff: renamedStages, client: renamedStages }),
});
export type Profile = z.infer<typeof profile>;

export const loginBody = z.strictObject({
  email,
  password: currentPassword,
  code: z.optional(z.string().check(z.maxLength(20))),
});
export const signedInResponse = z.object({ token: z.string(), user: profile });

export const changePasswordBody = z.strictObject({ currentPassword: currentPassword, newPassword });
export const forgotPasswordBody = z.strictObject({ email });
export const resetPasswordBody = z.strictObject({
  token: linkToken,
  newPassword,
  /** Other passkeys are removed. */
  keepPasskeyIds: z.optional(z.array(id).check(z.maxLength(100))),
  /** A code from the app, or a recovery code. Turns two-step sign-in off. */
  secondFactorCode: z.optional(z.string().check(z.minLength(6, 'Enter the code'), z.maxLength(20))),
});
/** Used in email templates; unchanged if omitted. */
export const updateProfileBody = z.strictObject({
  displayName: nameLine(120),
  phone: z.optional(z.nullable(line(40))),
  version,
});
export const acceptInviteBody = z.strictObject({
  token: linkToken,
  displayName: z.optional(nameLine(120)),
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  /** The second factor, required if the existing login has one. */
  code: z.optional(z.string().check(z.maxLength(20))),
});
export const firstAdminBody = z.strictObject({
  token: linkToken,
  /** The name of the brokerage, which pages, emails, and documents show. */
  brokerage: nameLine(120),
  email,
  displayName: nameLine(120),
  password: newPassword,
});

export const invitePreview = z.object({
  email: z.string(),
  workspaceName: z.string(),
  role: z.enum(roles),
  /** If the invited person already has a login, accepting requires its password and does not set a new one. */
  hasLogin: z.boolean(),
});

export type InvitePreview = z.infer<typeof invitePreview>;

export const deviceSession = z.object({
  id,
  isCurrent: z.boolean(),
  userAgent: z.string(),
  ipAddress: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
});
export type DeviceSession = z.infer<typeof deviceSession>;

export const login = defineEndpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in',
  access: anyone,
  status: 200,
  body: loginBody,
  response: signedInResponse,
});
export const logout = defineEndpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Sign out and revoke the session',
  access: signedIn,
  status: 204,
});
export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/auth/profile',
  summary: 'Get the current user',
  access: signedIn,
  status: 200,
  response: z.object({ user: profile }),
});
export const updateProfile = defineEndpoint({
  method: 'PATCH',
  path: '/auth/profile',
  summary: 'Update the profile of the current user',
  access: signedIn,
  status: 200,
  body: updateProfileBody,
  response: z.object({ user: profile }),
});
export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Change the password; ends all other sessions',
  access: signedIn,
  status: 204,
  body: changePasswordBody,
});
export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Request a password reset link; always succeeds, even without an account or a mail server',
  access: anyone,
  status: 202,
  body: forgotPasswordBody,
});
export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Set a new password with a reset link',
  access: anyone,
  status: 204,
  body: resetPasswordBody,
});
export const previewInvite = defineEndpoint({
  method: 'POST',
  path: '/auth/invite-preview',
  summary: 'Preview an invitation',
  access: anyone,
  status: 200,
  body: z.strictObject({ token: linkToken }),
  response: z.object({ invite: invitePreview }),
});
export const acceptInvite = defineEndpoint({
  method: 'POST',
  path: '/auth/accept-invite',
  summary: 'Accept an invitation',
  access: anyone,
  status: 200,
  body: acceptInviteBody,
  response: signedInResponse,
});
export const createFirstAdmin = defineEndpoint({
  method: 'POST',
  path: '/auth/first-admin',
  summary: 'Create the first SUPERADMIN with the printed link',
  access: anyone,
  status: 201,
  body: firstAdminBody,
  response: signedInResponse,
});
export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List sessions of the current user',
  access: signedIn,
  status: 200,
  response: z.object({ sessions: z.array(deviceSession) }),
});
export const revokeSession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  summary: 'Revoke a session',
  access: signedIn,
  status: 204,
  params: idParams,
});
export const revokeOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Revoke all other sessions',
  access: signedIn,
  status: 204,
});
