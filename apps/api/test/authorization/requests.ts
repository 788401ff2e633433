import { accountRequests } from './account-requests.ts';
import { settingsRequests } from './settings-requests.ts';
import { recordRows } from './record-rows.ts';
import { marker, picture, type Sent, type Fixture } from './fixture.ts';
import { newId, newSecret } from '#lib/ids.ts';

const csv = 'Name,Email\nSomebody New,new@example.com\n';
const mail =
  'From: a@b.test\r\nTo: office@crm.test\r\nSubject: Hi\r\nMessage-ID: <x@b.test>\r\n\r\nHello\r\n';
/** An email being written. */
export const emailDraft = {
  to: '',
  subject: `About ${marker}`,
  html: '<p>Half</p>',
  isSigned: false,
  cc: '',
  bcc: '',
  scheduledAt: null,
  attachments: [],
  replyTo: null,
  hasQuote: true,
  key: null,
};
const view = { filter: {}, sort: null, columns: null, density: null };
const mailContent = { subject: 'To {{customer.name}}', html: '<p>Hello</p>' };
const mapping = { mapping: { 0: 'name', 1: 'email' } };

/** A well-formed request of each operation, so that only rights decide about its answer. */
export const requestByOperation: Readonly<Record<string, (fixture: Fixture) => Sent>> = {
  getHealth: () => ({ path: '/health' }),
  getReadiness: () => ({ path: '/ready' }),
  getOpenApi: () => ({ path: '/openapi.json' }),
  getApiReference: () => ({ path: '/docs' }),
  getInstallation: () => ({ path: '/installation' }),
  getManifest: () => ({ path: '/installation/manifest' }),

  login: () => ({
    path: '/auth/login',
    body: { email: `nobody-${newSecret()}@people.test`, password: 'not the password' },
  }),
  forgotPassword: () => ({
    path: '/auth/forgot-password',
    body: { email: `nobody-${newSecret()}@people.test` },
  }),
  previewReset: () => ({ path: '/auth/reset-preview', body: { token: newSecret() } }),
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
      brokerage: 'Sunrise Practice Brokers',
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
  ...accountRequests,
  ...settingsRequests,

  listAccessGrants: ({ customerId }) => ({
    path: `/access-grants?recordType=customer&recordId=${customerId}`,
  }),
  createAccessGrant: ({ customerId, colleagueId }) => ({
    path: '/access-grants',
    body: { recordType: 'customer', recordId: customerId, userId: colleagueId },
  }),
  listSharedWithMe: () => ({ path: '/access-grants/mine' }),
  inviteGrantee: ({ invitedGrantId }) => ({ path: `/access-grants/${invitedGrantId}/invite` }),
  revokeAccessGrant: ({ grantId }) => ({ path: `/access-grants/${grantId}` }),
  listCustomers: () => ({ path: '/users?q=zebrafish' }),
  countCustomers: () => ({ path: '/users/total?q=zebrafish' }),
  createCustomer: () => ({ path: '/users', body: { name: 'Somebody New' } }),
  searchRecords: () => ({ path: '/search?q=Zebrafish' }),
  findDuplicates: () => ({ path: '/users/duplicates?name=Zebrafish%20Marker' }),
  listTags: () => ({ path: '/tags' }),
  createTag: () => ({ path: '/tags', body: { name: 'Fresh' } }),
  exportCustomers: () => ({ path: '/users/export', body: { filter: {} } }),
  listAccountMembers: ({ accountId }) => ({ path: `/users/${accountId}/members` }),
  listAccounts: ({ customerId }) => ({ path: `/users/${customerId}/accounts` }),
  saveAccountMember: ({ accountId, customerId }) => ({
    path: `/users/${accountId}/members/${customerId}`,
    body: { title: 'Partner' },
  }),
  removeAccountMember: ({ accountId, customerId }) => ({
    path: `/users/${accountId}/members/${customerId}`,
  }),
  listSavedViews: () => ({ path: '/saved-views' }),
  createSavedView: () => ({ path: '/saved-views', body: { name: 'Mine', settings: view } }),
  updateSavedView: ({ savedViewId }) => ({
    path: `/saved-views/${savedViewId}`,
    body: { version: 1, name: 'Renamed' },
  }),
  deleteSavedView: ({ savedViewId }) => ({ path: `/saved-views/${savedViewId}` }),
  restoreSavedView: ({ savedViewId }) => ({ path: `/saved-views/${savedViewId}/restore` }),
  listMailTemplates: () => ({ path: '/mail-templates' }),
  createMailTemplate: () => ({ path: '/mail-templates', body: { name: 'Mine', ...mailContent } }),
  updateMailTemplate: ({ templateId }) => ({
    path: `/mail-templates/${templateId}`,
    body: { version: 1, name: 'Renamed' },
  }),
  deleteMailTemplate: ({ templateId }) => ({ path: `/mail-templates/${templateId}` }),
  useMailTemplate: ({ templateId, customerId }) => ({
    path: `/mail-templates/${templateId}/use`,
    body: { customerId },
  }),
  previewMail: ({ customerId }) => ({
    path: '/mail-templates/preview',
    body: { ...mailContent, customerId },
  }),
  previewBulkEmail: ({ customerId }) => ({
    path: '/bulk-runs/preview',
    body: { selection: { filter: {}, ids: [customerId] }, ...mailContent },
  }),
  createBulkRun: ({ customerId }) => ({
    path: '/bulk-runs',
    body: {
      selection: { filter: {}, ids: [customerId] },
      input: { action: 'email', subject: 'Hello', text: 'Fixture' },
    },
  }),
  listBulkRuns: () => ({ path: '/bulk-runs' }),
  getBulkRun: ({ bulkRunId }) => ({ path: `/bulk-runs/${bulkRunId}` }),
  listBulkRows: ({ bulkRunId }) => ({ path: `/bulk-runs/${bulkRunId}/rows` }),
  cancelBulkRun: ({ bulkRunId }) => ({ path: `/bulk-runs/${bulkRunId}/cancel` }),
  undoBulkRun: ({ bulkRunId }) => ({ path: `/bulk-runs/${bulkRunId}/undo` }),
  listDuplicatePairs: () => ({ path: '/duplicates' }),
  listDuplicatesOf: ({ customerId }) => ({ path: `/users/${customerId}/duplicates` }),
  dismissDuplicate: ({ customerId, twinId }) => ({
    path: `/users/${customerId}/not-same`,
    body: { otherId: twinId },
  }),
  recallDismissal: ({ customerId, twinId }) => ({ path: `/users/${customerId}/not-same/${twinId}` }),
  previewMerge: ({ customerId, twinId }) => ({ path: `/users/${customerId}/merge-preview/${twinId}` }),
  mergeCustomers: ({ customerId, customerVersion, twinId, twinVersion }) => ({
    path: `/users/${customerId}/merge`,
    body: { version: customerVersion, otherId: twinId, otherVersion: twinVersion },
  }),
  getMerge: ({ mergeId }) => ({ path: `/merges/${mergeId}` }),
  undoMerge: ({ mergeId }) => ({ path: `/merges/${mergeId}/undo` }),
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
  countTasks: () => ({ path: '/tasks/total' }),
  listCustomerTasks: ({ customerId }) => ({ path: `/users/${customerId}/tasks` }),
  createTask: ({ customerId }) => ({ path: `/users/${customerId}/tasks`, body: { title: 'Call' } }),
  getCustomerGrowth: () => ({ path: '/dashboard/customers' }),
  getStageTotals: () => ({ path: '/dashboard/stages' }),
  getUrgentBusinesses: () => ({ path: '/dashboard/businesses' }),
  listUnansweredMail: () => ({ path: '/dashboard/unanswered' }),
  listUndeliveredMail: () => ({ path: '/dashboard/undelivered' }),
  listFeed: () => ({ path: '/dashboard/activities' }),
  getFirstSteps: () => ({ path: '/dashboard/first-steps' }),
  answerClientTask: ({ clientTaskId }) => ({
    path: `/asked-tasks/${clientTaskId}`,
    body: { version: 1, isDone: true },
  }),
  sendTaskReply: ({ clientTaskId }) => ({
    path: `/asked-tasks/${clientTaskId}/reply`,
    body: { text: 'Here' },
  }),
  sendTaskFile: ({ clientTaskId }) => ({
    path: `/asked-tasks/${clientTaskId}/files?name=lease.txt`,
    bytes: 'Lease',
  }),
  updateTask: ({ taskId }) => ({ path: `/tasks/${taskId}`, body: { version: 1, status: 'done' } }),
  deleteTask: ({ taskId }) => ({ path: `/tasks/${taskId}` }),
  restoreTask: ({ taskId }) => ({ path: `/tasks/${taskId}/restore` }),
  getTask: ({ taskId }) => ({ path: `/tasks/${taskId}` }),
  getTaskTotals: () => ({ path: '/tasks/totals' }),
  createFreeTask: () => ({ path: '/tasks', body: { title: 'Call' } }),
  exportTasks: () => ({ path: '/tasks/export', body: { filter: {} } }),
  getCalendarFeed: () => ({ path: '/calendar-feed' }),
  createCalendarFeed: () => ({ path: '/calendar-feed' }),
  revokeCalendarFeed: () => ({ path: '/calendar-feed' }),
  readCalendarFeed: () => ({ path: `/calendar/${newSecret()}.ics` }),

  listActivities: ({ customerId }) => ({ path: `/users/${customerId}/activities` }),
  listEmails: ({ customerId }) => ({ path: `/users/${customerId}/emails` }),
  searchMessages: () => ({ path: `/emails/search?q=${encodeURIComponent(marker)}` }),
  unsubscribeCustomer: ({ customerId }) => ({ path: `/users/${customerId}/unsubscribe` }),
  resubscribeCustomer: ({ customerId }) => ({
    path: `/users/${customerId}/resubscribe`,
    body: { reason: 'Asked for it' },
  }),
  showUnsubscribePage: () => ({ path: `/unsubscribe/${newSecret()}${newSecret()}` }),
  unsubscribeByLink: () => ({ path: `/unsubscribe/${newSecret()}${newSecret()}`, bytes: '' }),
  resubscribeByLink: () => ({ path: `/unsubscribe/${newSecret()}${newSecret()}/undo`, bytes: '' }),
  sendEmail: ({ customerId }) => ({
    path: `/users/${customerId}/send-email`,
    body: { subject: 'Hello', text: 'Fixture' },
  }),
  writeMessage: ({ customerId }) => ({
    path: `/users/${customerId}/messages`,
    body: { subject: 'Hello', text: 'Fixture' },
  }),
  resendEmail: ({ emailId }) => ({ path: `/emails/${emailId}/resend` }),
  cancelEmail: ({ emailId }) => ({ path: `/emails/${emailId}/cancel` }),
  openEmailHtml: ({ sentEmailId }) => ({ path: `/emails/${sentEmailId}/html-ticket`, body: {} }),
  listEmailDrafts: ({ draftedCustomerId }) => ({ path: `/users/${draftedCustomerId}/email-drafts` }),
  getEmailDraft: ({ draftedCustomerId }) => ({ path: `/users/${draftedCustomerId}/email-draft` }),
  saveEmailDraft: ({ customerId }) => ({
    path: `/users/${customerId}/email-draft`,
    body: { version: 0, content: emailDraft },
  }),
  discardEmailDraft: ({ draftedCustomerId }) => ({
    path: `/users/${draftedCustomerId}/email-draft?version=1`,
  }),
  getSignature: () => ({ path: '/auth/signature' }),
  updateSignature: () => ({ path: '/auth/signature', body: { html: '<p>Me</p>', version: 0 } }),
  getInboundAddress: () => ({ path: '/mailboxes/inbound-token' }),
  receiveEmail: () => ({ path: `/inbound/${newSecret()}`, bytes: mail }),

  listTriage: () => ({ path: '/triage' }),
  getTriageMail: ({ triageId }) => ({ path: `/triage/${triageId}` }),
  fileTriageMail: ({ triageId, customerId }) => ({ path: `/triage/${triageId}/file`, body: { customerId } }),
  ignoreTriageMail: ({ triageId }) => ({ path: `/triage/${triageId}/ignore`, body: {} }),
  restoreTriageMail: ({ triageId }) => ({ path: `/triage/${triageId}/restore` }),

  setOwnPhoto: () => ({ path: '/auth/photo', bytes: picture }),
  removeOwnPhoto: () => ({ path: '/auth/photo' }),
  setCustomerPhoto: ({ customerId }) => ({ path: `/users/${customerId}/photo`, bytes: picture }),
  removeCustomerPhoto: ({ customerId }) => ({ path: `/users/${customerId}/photo` }),
  getPhoto: () => ({ path: `/photos/${newSecret()}` }),

  uploadFile: () => ({ path: '/files?name=a.txt', bytes: 'hello' }),
  openFile: ({ fileId }) => ({ path: `/files/${fileId}/ticket` }),
  listDocuments: ({ customerId }) => ({ path: `/documents?recordType=customer&recordId=${customerId}` }),
  createDocument: ({ customerId }) => ({
    path: `/documents?recordType=customer&recordId=${customerId}&name=a.txt`,
    bytes: 'hello',
  }),
  saveFile: ({ fileId, customerId }) => ({
    path: `/files/${fileId}/document`,
    body: { recordType: 'customer', recordId: customerId },
  }),
  updateDocument: ({ documentId }) => ({
    path: `/documents/${documentId}`,
    body: { version: 1, name: 'lease.txt', audience: 'client' },
  }),
  deleteDocument: ({ documentId }) => ({ path: `/documents/${documentId}` }),
  restoreDocument: ({ documentId }) => ({ path: `/documents/${documentId}/restore` }),
  createUpload: () => ({ path: '/uploads?name=a.bin', bytes: '', headers: { 'upload-length': '5' } }),
  // There is no such upload.
  getUpload: () => ({ path: `/uploads/${newId()}` }),
  appendUpload: () => ({ path: `/uploads/${newId()}`, bytes: 'hello', headers: { 'upload-offset': '0' } }),
  deleteUpload: () => ({ path: `/uploads/${newId()}` }),
  // The shared file is a text without pages.
  getDocumentPages: ({ sharedDocumentId }) => ({ path: `/documents/${sharedDocumentId}/pages` }),
  getDocumentPage: ({ sharedDocumentId }) => ({ path: `/documents/${sharedDocumentId}/pages/1?width=200` }),
  getDocumentText: ({ sharedDocumentId }) => ({ path: `/documents/${sharedDocumentId}/text` }),
  searchDocumentText: () => ({ path: '/documents/text-search?q=zebrafish' }),
  openDocument: ({ sharedDocumentId }) => ({ path: `/documents/${sharedDocumentId}/ticket` }),
  redeemTicket: () => ({ path: `/tickets/${newSecret()}` }),

  exportBusinesses: () => ({ path: '/businesses/export', body: { filter: {} } }),
  listBusinesses: () => ({ path: '/businesses?q=zebrafish' }),
  countBusinesses: () => ({ path: '/businesses/total?q=zebrafish' }),
  createBusiness: () => ({ path: '/businesses', body: { name: 'Fresh Dental', type: 'dental' } }),
  getBusiness: ({ businessId }) => ({ path: `/businesses/${businessId}` }),
  updateBusiness: ({ businessId }) => ({
    path: `/businesses/${businessId}`,
    body: { version: 1, city: 'Albany', askingPriceCents: 125_000_000 },
  }),
  moveBusiness: ({ businessId }) => ({
    path: `/businesses/${businessId}/move`,
    body: { version: 1, stage: 'withdrawn', endReason: 'changed_mind' },
  }),
  getBusinessGate: ({ businessId }) => ({ path: `/businesses/${businessId}/gate` }),
  confirmBusinessRequirement: ({ businessId }) => ({
    path: `/businesses/${businessId}/gate/confirmations`,
    body: { requirement: 'conflict_check' },
  }),
  withdrawBusinessRequirement: ({ businessId }) => ({
    path: `/businesses/${businessId}/gate/confirmations/conflict_check`,
  }),
  deleteBusiness: ({ businessId }) => ({ path: `/businesses/${businessId}` }),
  restoreBusiness: ({ businessId }) => ({ path: `/businesses/${businessId}/restore` }),
  listBusinessActivities: ({ businessId }) => ({ path: `/businesses/${businessId}/activities` }),
  listBusinessNotes: ({ businessId }) => ({ path: `/businesses/${businessId}/notes` }),
  createBusinessNote: ({ businessId }) => ({
    path: `/businesses/${businessId}/notes`,
    body: { body: 'A word' },
  }),
  listBusinessTasks: ({ businessId }) => ({ path: `/businesses/${businessId}/tasks` }),
  sendBusinessEmail: ({ businessId }) => ({
    path: `/businesses/${businessId}/send-email`,
    body: { to: ['someone@people.test'], subject: 'Hello', text: 'Text' },
  }),
  listBusinessEmails: ({ businessId }) => ({ path: `/businesses/${businessId}/emails` }),
  createBusinessTask: ({ businessId }) => ({
    path: `/businesses/${businessId}/tasks`,
    body: { title: 'Call' },
  }),
  saveValuation: ({ businessId }) => ({ path: `/businesses/${businessId}/valuations`, body: { version: 1 } }),
  listValuations: ({ valuedBusinessId }) => ({ path: `/businesses/${valuedBusinessId}/valuations` }),

  listPosts: () => ({ path: '/blog/posts' }),
  getPost: ({ postSlug }) => ({ path: `/blog/posts/${postSlug}` }),
  countPostView: ({ postSlug }) => ({ path: `/blog/posts/${postSlug}/views` }),
  countPostShare: ({ postSlug }) => ({ path: `/blog/posts/${postSlug}/shares` }),
  getPostCover: ({ draftCoverId }) => ({ path: `/blog/covers/${draftCoverId}` }),
  getBlogFeed: () => ({ path: '/blog/rss' }),
  favoritePost: ({ postSlug }) => ({ path: `/blog/posts/${postSlug}/favorite` }),
  unfavoritePost: ({ postSlug }) => ({ path: `/blog/posts/${postSlug}/favorite` }),
  listComments: ({ postSlug }) => ({ path: `/blog/posts/${postSlug}/comments` }),
  createComment: ({ postSlug }) => ({
    path: `/blog/posts/${postSlug}/comments`,
    body: { body: 'Well said' },
  }),
  deleteComment: ({ commentId }) => ({ path: `/blog/comments/${commentId}` }),
  hideComment: ({ commentId }) => ({ path: `/blog/comments/${commentId}`, body: { isHidden: true } }),
  listManagedPosts: () => ({ path: '/posts?q=zebrafish' }),
  createPost: () => ({ path: '/posts', body: { title: 'A fresh draft' } }),
  getManagedPost: ({ draftSlug }) => ({ path: `/posts/${draftSlug}` }),
  updatePost: ({ draftId }) => ({ path: `/posts/${draftId}`, body: { version: 1, title: 'Changed' } }),
  movePost: ({ draftId }) => ({
    path: `/posts/${draftId}/status`,
    body: { version: 1, status: 'published' },
  }),
  deletePost: ({ draftId }) => ({ path: `/posts/${draftId}` }),
  restorePost: ({ draftId }) => ({ path: `/posts/${draftId}/restore` }),
  uploadCover: () => ({ path: '/posts/covers?name=a.webp', bytes: picture }),

  createImport: () => ({ path: '/imports?name=a.csv', bytes: csv }),
  listImports: () => ({ path: '/imports' }),
  getImport: ({ importId }) => ({ path: `/imports/${importId}` }),
  previewImport: ({ importId }) => ({ path: `/imports/${importId}/preview`, body: mapping }),
  startImport: ({ importId }) => ({ path: `/imports/${importId}/start`, body: mapping }),
  cancelImport: ({ importId }) => ({ path: `/imports/${importId}/cancel` }),
  listImportRejections: ({ importId }) => ({ path: `/imports/${importId}/rejections` }),
  downloadImportRejections: ({ importId }) => ({ path: `/imports/${importId}/rejections-ticket` }),
  updateImport: ({ importId }) => ({ path: `/imports/${importId}`, body: mapping }),
  rereadImport: ({ importId }) => ({ path: `/imports/${importId}/reading`, body: { delimiter: ',' } }),
  listImportProblems: ({ importId }) => ({ path: `/imports/${importId}/problems` }),
  listImportProblemGroups: ({ importId }) => ({ path: `/imports/${importId}/problem-groups` }),
  editImportCell: ({ importId }) => ({
    path: `/imports/${importId}/edits`,
    body: { row: 2, column: '0', value: 'x' },
  }),
  skipImportRows: ({ importId }) => ({ path: `/imports/${importId}/skips`, body: { row: 2 } }),
  restoreImportRow: ({ importId }) => ({ path: `/imports/${importId}/edits/2` }),
  undoImport: ({ importId }) => ({ path: `/imports/${importId}/undo` }),
  listUnrevertedRows: ({ importId }) => ({ path: `/imports/${importId}/kept` }),

  listNotifications: () => ({ path: '/notifications' }),
  readNotification: ({ notificationId }) => ({ path: `/notifications/${notificationId}/read` }),
  readAllNotifications: () => ({ path: '/notifications/read-all' }),
  streamEvents: () => ({ path: '/events' }),
  ...recordRows.requests,
};
