import { newSecret } from '../../src/lib/secrets.ts';

/** Ids of the records in workspace A that the requests name. */
export type World = {
  readonly customerId: string;
  readonly customerVersion: number;
  readonly noteId: string;
  readonly taskId: string;
  /** Scheduled: it has not left. */
  readonly emailId: string;
  readonly sentEmailId: string;
  readonly fileId: string;
  readonly importId: string;
  readonly invitationId: string;
  readonly notificationId: string;
  readonly adminSessionId: string;
};

export type Sent = { readonly path: string; readonly body?: unknown; readonly bytes?: string };

const csv = 'Name,Email\nSomebody New,new@example.com\n';
const mail =
  'From: a@b.test\r\nTo: office@crm.test\r\nSubject: Hi\r\nMessage-ID: <x@b.test>\r\n\r\nHello\r\n';
const mapping = { mapping: { 0: 'name', 1: 'email' } };

/** A well-formed request of each operation, so that only rights decide about its answer. */
export const requestByOperation: Readonly<Record<string, (world: World) => Sent>> = {
  getHealth: () => ({ path: '/health' }),
  getReadiness: () => ({ path: '/ready' }),
  getOpenApi: () => ({ path: '/openapi.json' }),
  getApiReference: () => ({ path: '/docs' }),
  getInstallation: () => ({ path: '/installation' }),

  login: () => ({
    path: '/auth/login',
    body: { email: `nobody-${newSecret()}@people.test`, password: 'not the password' },
  }),
  forgotPassword: () => ({
    path: '/auth/forgot-password',
    body: { email: `nobody-${newSecret()}@people.test` },
  }),
  resetPassword: () => ({
    path: '/auth/reset-password',
    body: { token: newSecret(), newPassword: 'a long new password' },
  }),
  previewInvite: () => ({ path: '/auth/invite-preview', body: { token: newSecret() } }),
  acceptInvite: () => ({
    path: '/auth/accept-invite',
    body: { token: newSecret(), displayName: 'New', password: 'a long new password' },
  }),
  createFirstAdmin: () => ({
    path: '/auth/first-admin',
    body: {
      token: newSecret(),
      email: 'first@people.test',
      displayName: 'First',
      password: 'a long new password',
    },
  }),
  logout: () => ({ path: '/auth/logout' }),
  getProfile: () => ({ path: '/auth/profile' }),
  updateProfile: () => ({ path: '/auth/profile', body: { displayName: 'Renamed', version: 1 } }),
  changePassword: () => ({
    path: '/auth/change-password',
    body: { currentPassword: 'wrong one', newPassword: 'a long new password' },
  }),
  listSessions: () => ({ path: '/auth/sessions' }),
  revokeSession: ({ adminSessionId }) => ({ path: `/auth/sessions/${adminSessionId}` }),
  revokeOtherSessions: () => ({ path: '/auth/sessions' }),

  getWorkspaceSettings: () => ({ path: '/workspace' }),
  updateWorkspaceSettings: () => ({ path: '/workspace', body: { version: 1, announcement: 'Hello' } }),
  listInvitations: () => ({ path: '/invitations' }),
  createInvitation: () => ({ path: '/invitations', body: { email: 'colleague@people.test', role: 'STAFF' } }),
  revokeInvitation: ({ invitationId }) => ({ path: `/invitations/${invitationId}` }),
  listMembers: () => ({ path: '/members' }),

  listCustomers: () => ({ path: '/users?q=zebrafish' }),
  createCustomer: () => ({ path: '/users', body: { name: 'Somebody New' } }),
  findDuplicates: () => ({ path: '/users/duplicates?name=Zebrafish%20Marker' }),
  listTags: () => ({ path: '/tags' }),
  createTag: () => ({ path: '/tags', body: { name: 'Fresh' } }),
  exportCustomers: () => ({ path: '/users/export', body: { filter: {} } }),
  getCustomer: ({ customerId }) => ({ path: `/users/${customerId}` }),
  updateCustomer: ({ customerId, customerVersion }) => ({
    path: `/users/${customerId}`,
    body: { version: customerVersion, city: 'Albany' },
  }),
  inviteCustomer: ({ customerId }) => ({ path: `/users/${customerId}/invite` }),
  deleteCustomer: ({ customerId }) => ({ path: `/users/${customerId}` }),
  restoreCustomer: ({ customerId }) => ({ path: `/users/${customerId}/restore` }),
  banCustomer: ({ customerId, customerVersion }) => ({
    path: `/users/${customerId}/ban`,
    body: { version: customerVersion, reason: 'Breach' },
  }),
  unbanCustomer: ({ customerId, customerVersion }) => ({
    path: `/users/${customerId}/unban`,
    body: { version: customerVersion },
  }),

  listNotes: ({ customerId }) => ({ path: `/users/${customerId}/notes` }),
  createNote: ({ customerId }) => ({ path: `/users/${customerId}/notes`, body: { body: 'A word' } }),
  updateNote: ({ noteId }) => ({ path: `/notes/${noteId}`, body: { version: 1, body: 'Changed' } }),
  deleteNote: ({ noteId }) => ({ path: `/notes/${noteId}` }),
  restoreNote: ({ noteId }) => ({ path: `/notes/${noteId}/restore` }),

  listTasks: () => ({ path: '/tasks' }),
  listCustomerTasks: ({ customerId }) => ({ path: `/users/${customerId}/tasks` }),
  createTask: ({ customerId }) => ({ path: `/users/${customerId}/tasks`, body: { title: 'Call' } }),
  updateTask: ({ taskId }) => ({ path: `/tasks/${taskId}`, body: { version: 1, status: 'done' } }),
  deleteTask: ({ taskId }) => ({ path: `/tasks/${taskId}` }),
  restoreTask: ({ taskId }) => ({ path: `/tasks/${taskId}/restore` }),

  listActivities: ({ customerId }) => ({ path: `/users/${customerId}/activities` }),
  listEmails: ({ customerId }) => ({ path: `/users/${customerId}/emails` }),
  sendEmail: ({ customerId }) => ({
    path: `/users/${customerId}/send-email`,
    body: { subject: 'Hello', text: 'World' },
  }),
  resendEmail: ({ emailId }) => ({ path: `/emails/${emailId}/resend` }),
  cancelEmail: ({ emailId }) => ({ path: `/emails/${emailId}/cancel` }),
  openEmailHtml: ({ sentEmailId }) => ({ path: `/emails/${sentEmailId}/html-ticket`, body: {} }),
  getInboundAddress: () => ({ path: '/mailboxes/inbound-token' }),
  receiveEmail: () => ({ path: `/inbound/${newSecret()}`, bytes: mail }),

  uploadFile: () => ({ path: '/files?name=a.txt', bytes: 'hello' }),
  openFile: ({ fileId }) => ({ path: `/files/${fileId}/ticket` }),
  redeemTicket: () => ({ path: `/tickets/${newSecret()}` }),

  createImport: () => ({ path: '/imports?name=a.csv', bytes: csv }),
  listImports: () => ({ path: '/imports' }),
  getImport: ({ importId }) => ({ path: `/imports/${importId}` }),
  previewImport: ({ importId }) => ({ path: `/imports/${importId}/preview`, body: mapping }),
  startImport: ({ importId }) => ({ path: `/imports/${importId}/start`, body: mapping }),
  cancelImport: ({ importId }) => ({ path: `/imports/${importId}/cancel` }),
  listImportRejections: ({ importId }) => ({ path: `/imports/${importId}/rejections` }),
  downloadImportRejections: ({ importId }) => ({ path: `/imports/${importId}/rejections-ticket` }),

  listNotifications: () => ({ path: '/notifications' }),
  readNotification: ({ notificationId }) => ({ path: `/notifications/${notificationId}/read` }),
  readAllNotifications: () => ({ path: '/notifications/read-all' }),
  streamEvents: () => ({ path: '/events' }),
};
