import { personas, type Persona } from './callers.ts';

export type Expected = Readonly<Record<Persona, number>>;

/** One status per persona, in the order of `personas`. */
function row(...statuses: readonly number[]): Expected {
  if (statuses.length !== personas.length) throw new Error('One status per persona');
  return Object.fromEntries(personas.map((persona, index) => [persona, statuses[index]])) as Expected;
}

const everyone = (status: number): Expected => row(...personas.map(() => status));

/** Columns: guest, banned, nobody, client, client elsewhere, other client, adviser, buyer, staff, out of scope, closed, elsewhere, admin, superadmin. */
const list = (ok: number): Expected => row(401, 401, 403, 403, 403, 403, 403, 403, ok, ok, 403, ok, ok, ok);
const staffRecord = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, ok, 404, 404, 404, ok, ok);
/** Own or shared with them: the adviser's grant is for viewing. */
const clientRecord = (ok: number): Expected =>
  row(401, 401, 403, ok, 404, 404, ok, 404, ok, 404, 404, 404, ok, ok);
const adminOnly = (ok: number): Expected =>
  row(401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, ok, ok);
const superadminOnly = (ok: number): Expected =>
  row(401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, ok);
const adminRecord = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, 403, 403, 404, 403, ok, ok);
/** What the settings show, by id: staff learn nothing of it, not even where all areas are closed to them. */
const adminItem = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, ok, ok);
/** The same, of the whole installation. */
const superadminItem = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, ok);
const session = (ok: number): Expected => row(401, 401, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok);
/** A record that is Ada Admin's own: even a superadmin has none of that id. */
const adasOwn = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, ok, 404);
const member = (ok: number): Expected => row(401, 401, 403, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok);

/** Written from product.md section 2 and the endpoint list of section 3, not from the code. */
export const expectedByOperation: Readonly<Record<string, Expected>> = {
  getHealth: everyone(200),
  getReadiness: everyone(200),
  getOpenApi: everyone(200),
  getApiReference: everyone(200),
  getInstallation: everyone(200),
  getManifest: everyone(200),

  login: everyone(401),
  forgotPassword: everyone(202),
  resetPassword: everyone(410),
  previewInvite: everyone(410),
  acceptInvite: everyone(410),
  createFirstAdmin: everyone(410),
  logout: session(204),
  getProfile: session(200),
  updateProfile: session(200),
  changePassword: session(422),
  listSessions: session(200),
  revokeSession: row(401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 204, 404),
  revokeOtherSessions: session(204),

  // Everybody's own account; nobody here knows a password, has an app, or could get a mail.
  getAccountSecurity: session(200),
  beginSecondFactor: session(422),
  confirmSecondFactor: session(409),
  renewRecoveryCodes: session(422),
  disableSecondFactor: session(422),
  changeEmail: session(422),
  cancelEmailChange: session(204),
  sendEmailConfirmation: session(422),
  confirmEmail: everyone(410),
  beginPasskey: session(422),
  addPasskey: session(410),
  renamePasskey: row(401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 404),
  removePasskey: session(422),
  beginPasskeySignIn: everyone(200),
  signInWithPasskey: everyone(410),

  getWorkspaceSettings: adminOnly(200),
  updateWorkspaceSettings: adminOnly(200),
  // Whoever works on businesses reads the tables; administrators set them. The rule is the delivered one: it stays.
  getValuationTables: list(200),
  updateValuationMultiple: adminItem(200),
  resetValuationMultiple: adminItem(200),
  createFinancingRule: adminOnly(201),
  updateFinancingRule: adminItem(200),
  resetFinancingRule: adminItem(200),
  deleteFinancingRule: adminItem(422),
  getWorkspaceUsage: adminOnly(200),
  setWorkspaceLogo: adminOnly(200),
  removeWorkspaceLogo: adminOnly(200),
  getInstallationSettings: superadminOnly(200),
  updateInstallationSettings: superadminOnly(200),
  setInstallationLogo: superadminOnly(200),
  removeInstallationLogo: superadminOnly(200),
  listBackups: superadminOnly(200),
  startBackup: superadminOnly(202),
  setBackupSchedule: superadminOnly(200),
  openBackup: superadminItem(201),
  deleteBackup: superadminItem(204),
  listWorkspaces: superadminOnly(200),
  createWorkspace: superadminOnly(201),
  changeWorkspace: superadminItem(200),
  archiveWorkspace: superadminItem(200),
  restoreWorkspace: superadminItem(200),
  listInstallationAudit: superadminOnly(200),
  listInstallationAuditActions: superadminOnly(200),
  exportInstallationAudit: superadminOnly(201),
  getMailAccount: adminOnly(200),
  updateMailAccount: adminOnly(200),
  testMailAccount: adminOnly(202),
  // The mailbox of the workspace, which is being read.
  getImapAccount: adminItem(200),
  connectImapAccount: adminItem(202),
  startImapAccount: adminItem(422),
  changeImapAccount: adminItem(200),
  pauseImapAccount: adminItem(200),
  resumeImapAccount: adminItem(422),
  syncImapAccount: adminItem(202),
  retrySetAsideMail: adminItem(202),
  forgetSetAsideMail: adminItem(200),
  disconnectImapAccount: adminItem(204),
  listInvitations: adminOnly(200),
  createInvitation: adminOnly(201),
  revokeInvitation: row(401, 401, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 204, 204),
  listPeople: adminOnly(200),
  changeRole: adminItem(200),
  getHoldings: adminItem(200),
  deactivatePerson: adminItem(200),
  reactivatePerson: adminItem(422),
  removePersonSecondFactor: adminItem(422),
  resendInvitation: adminItem(201),
  listTagUse: adminOnly(200),
  renameTag: adminItem(200),
  mergeTag: adminItem(200),
  deleteTag: adminItem(204),
  listSources: list(200),
  listSourceUse: adminOnly(200),
  createSource: adminOnly(201),
  renameSource: adminItem(200),
  mergeSource: adminItem(200),
  deleteSource: adminItem(204),
  listClientPlans: everyone(200),
  listPlanChoices: list(200),
  listManagedPlans: superadminOnly(200),
  listPlanUse: superadminOnly(200),
  createClientPlan: superadminOnly(201),
  updateClientPlan: superadminItem(200),
  orderClientPlans: superadminOnly(200),
  deleteClientPlan: superadminItem(204),

  listCustomFields: list(200),
  listCustomFieldUse: adminOnly(200),
  createCustomField: adminOnly(201),
  updateCustomField: adminItem(200),
  orderCustomFields: adminOnly(200),
  deleteCustomField: adminItem(204),
  searchRecords: row(401, 401, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200),
  listApiKeys: adminOnly(200),
  createApiKey: adminOnly(201),
  revokeApiKey: adminItem(204),
  listWebhooks: adminOnly(200),
  createWebhook: adminOnly(201),
  updateWebhook: adminItem(200),
  deleteWebhook: adminItem(204),
  rotateWebhookSecret: adminItem(200),
  testWebhook: adminItem(202),
  listDeliveries: adminItem(200),
  // The test message of the scene is still waiting.
  redeliverWebhook: adminItem(422),
  listAuditEntries: adminOnly(200),
  listAuditActions: adminOnly(200),
  exportAudit: adminOnly(201),
  startAuditCheck: adminOnly(202),
  getAuditCheck: adminOnly(200),
  listMembers: row(401, 401, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200),

  // Whoever may read a record sees who else can, and staff in its scope share it for viewing.
  listAccessGrants: row(401, 401, 403, 403, 403, 403, 403, 403, 200, 404, 404, 404, 200, 200),
  createAccessGrant: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 404, 404, 404, 201, 201),
  revokeAccessGrant: staffRecord(204),

  listCustomers: list(200),
  createCustomer: list(201),
  findDuplicates: list(200),
  listTags: list(200),
  createTag: list(201),
  exportCustomers: list(201),
  listAccountMembers: staffRecord(200),
  listAccounts: staffRecord(200),
  saveAccountMember: staffRecord(200),
  removeAccountMember: staffRecord(204),
  listSavedViews: list(200),
  createSavedView: list(201),
  // Ada's personal view.
  updateSavedView: adasOwn(200),
  deleteSavedView: adasOwn(204),
  restoreSavedView: adasOwn(404),
  // Staff who do not see the customer pick nobody.
  listMailTemplates: list(200),
  createMailTemplate: list(201),
  /** Ada's own. */
  updateMailTemplate: adasOwn(200),
  deleteMailTemplate: adasOwn(204),
  useMailTemplate: adasOwn(200),
  previewMail: row(401, 401, 403, 403, 403, 403, 403, 403, 200, 404, 403, 404, 200, 200),
  previewBulkEmail: list(200),
  createBulkRun: row(401, 401, 403, 403, 403, 403, 403, 403, 202, 422, 403, 422, 202, 202),
  listBulkRuns: list(200),
  // Ada's run: other staff see their own only.
  getBulkRun: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 200),
  listBulkRows: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 200),
  cancelBulkRun: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 200),
  // It has done nothing yet that could be taken back.
  undoBulkRun: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 422, 422),
  listDuplicatePairs: list(200),
  listDuplicatesOf: staffRecord(200),
  dismissDuplicate: staffRecord(204),
  recallDismissal: staffRecord(204),
  // A merge takes one of two away, which is for those who may delete.
  previewMerge: adminRecord(200),
  mergeCustomers: adminRecord(201),
  getMerge: staffRecord(200),
  undoMerge: adminRecord(200),
  getCustomer: clientRecord(200),
  updateCustomer: staffRecord(200),
  inviteCustomer: staffRecord(422),
  deleteCustomer: adminRecord(204),
  restoreCustomer: adminRecord(404),
  banCustomer: adminRecord(200),
  unbanCustomer: adminRecord(422),

  listNotes: staffRecord(200),
  createNote: staffRecord(201),
  // Ada wrote the note: other staff see it and may not change it.
  updateNote: row(401, 401, 403, 404, 404, 404, 404, 404, 403, 404, 404, 404, 200, 200),
  deleteNote: row(401, 401, 403, 404, 404, 404, 404, 404, 403, 404, 404, 404, 204, 204),
  restoreNote: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),

  listTasks: list(200),
  listCustomerTasks: clientRecord(200),
  createTask: staffRecord(201),
  updateTask: staffRecord(200),
  deleteTask: staffRecord(204),
  restoreTask: staffRecord(404),
  getTask: staffRecord(200),
  getTaskTotals: list(200),
  createFreeTask: list(201),
  exportTasks: list(201),
  getCalendarFeed: list(200),
  createCalendarFeed: list(201),
  revokeCalendarFeed: list(204),
  // A link that nobody made.
  readCalendarFeed: everyone(404),

  getCustomerGrowth: list(200),
  getStageTotals: list(200),
  getUrgentBusinesses: list(200),
  listUnansweredMail: list(200),
  listUndeliveredMail: list(200),
  listFeed: list(200),
  getFirstSteps: adminOnly(200),
  // Asked of the client: staff have the task itself.
  answerClientTask: row(401, 401, 403, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),

  listActivities: clientRecord(200),
  listEmails: clientRecord(200),
  // The client's own way to write: staff send email instead.
  // The adviser sees the customer and may not write.
  writeMessage: row(401, 401, 403, 201, 404, 404, 403, 404, 404, 404, 404, 404, 404, 404),
  sendEmail: staffRecord(202),
  searchMessages: list(200),
  unsubscribeCustomer: staffRecord(200),
  resubscribeCustomer: staffRecord(422),
  /** Who holds no link of ours. */
  showUnsubscribePage: everyone(410),
  unsubscribeByLink: everyone(410),
  resubscribeByLink: everyone(410),
  // The mail is scheduled: nothing to send again, and a cancel succeeds.
  resendEmail: staffRecord(422),
  cancelEmail: staffRecord(200),
  openEmailHtml: clientRecord(201),
  // Everybody reads and keeps their own draft to the customer; the one that is discarded is Ada's.
  listEmailDrafts: staffRecord(200),
  getEmailDraft: staffRecord(200),
  saveEmailDraft: staffRecord(200),
  discardEmailDraft: adasOwn(200),
  getSignature: session(200),
  updateSignature: session(200),
  getInboundAddress: adminOnly(201),
  receiveEmail: everyone(404),

  // Ada's mailbox is shared; staff who see only their own customers have no mail of unknown senders.
  listTriage: list(200),
  getTriageMail: staffRecord(200),
  fileTriageMail: staffRecord(200),
  ignoreTriageMail: staffRecord(200),
  restoreTriageMail: staffRecord(422),

  setOwnPhoto: session(200),
  removeOwnPhoto: session(200),
  setCustomerPhoto: staffRecord(200),
  removeCustomerPhoto: staffRecord(200),
  getPhoto: everyone(404),

  uploadFile: list(201),
  // Ada's own upload, attached to nothing yet.
  openFile: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 201, 404),
  // Whoever may read the record lists its files: clients those shared with them.
  listDocuments: row(401, 401, 403, 200, 404, 404, 200, 404, 200, 404, 403, 404, 200, 200),
  createDocument: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 404, 403, 404, 201, 201),
  // Ada's own upload, attached to nothing yet.
  saveFile: adasOwn(201),
  updateDocument: staffRecord(200),
  deleteDocument: staffRecord(204),
  restoreDocument: staffRecord(404),
  // Shared with the client.
  openDocument: clientRecord(201),
  redeemTicket: everyone(410),

  // Clients see the businesses they own; staff act on them in scope and take their part out of the trash.
  exportBusinesses: list(201),
  listBusinesses: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
  createBusiness: list(201),
  getBusiness: row(401, 401, 403, 200, 404, 404, 200, 200, 200, 404, 404, 404, 200, 200),
  updateBusiness: staffRecord(200),
  moveBusiness: staffRecord(200),
  deleteBusiness: staffRecord(204),
  restoreBusiness: staffRecord(404),
  listBusinessActivities: staffRecord(200),
  listBusinessNotes: staffRecord(200),
  createBusinessNote: staffRecord(201),
  listBusinessTasks: staffRecord(200),
  createBusinessTask: staffRecord(201),
  sendBusinessEmail: staffRecord(202),
  listBusinessEmails: staffRecord(200),
  // What a business is worth is never for its owner to see.
  saveValuation: staffRecord(201),
  listValuations: staffRecord(200),

  // The public blog is read by everybody; answering it takes a session of any role.
  listPosts: everyone(200),
  getPost: everyone(200),
  countPostView: everyone(204),
  countPostShare: everyone(200),
  // The cover of Ada's draft.
  getPostCover: row(404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 200),
  getBlogFeed: everyone(200),
  favoritePost: session(200),
  unfavoritePost: session(200),
  listComments: everyone(200),
  createComment: session(201),
  // Ada wrote the comment.
  deleteComment: row(401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 204, 404),
  hideComment: adminItem(200),
  // Staff write drafts of their own, whatever areas are open; Ada's draft is an admin's matter.
  listManagedPosts: row(401, 401, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200),
  createPost: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 201, 201, 201, 201, 201),
  getManagedPost: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 200),
  updatePost: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 200),
  movePost: adminItem(200),
  deletePost: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 204, 204),
  restorePost: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
  uploadCover: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 201, 201, 201, 201, 201),

  createImport: list(201),
  listImports: list(200),
  getImport: staffRecord(200),
  previewImport: staffRecord(200),
  startImport: staffRecord(202),
  cancelImport: staffRecord(200),
  listImportRejections: staffRecord(200),
  downloadImportRejections: staffRecord(201),
  updateImport: staffRecord(200),
  rereadImport: staffRecord(200),
  listImportProblems: staffRecord(200),
  listImportProblemGroups: staffRecord(200),
  // No check has found a bad row yet: there is none to mend, to skip or to take back.
  editImportCell: staffRecord(404),
  skipImportRows: staffRecord(404),
  restoreImportRow: staffRecord(404),
  // Ada uploaded it and it has changed nothing; other staff may not undo at all.
  undoImport: row(401, 401, 403, 404, 404, 404, 404, 404, 403, 404, 404, 404, 409, 409),
  listUnrevertedRows: staffRecord(200),

  listDirectory: row(401, 401, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200),

  listNotifications: member(200),
  readNotification: adasOwn(204),
  readAllNotifications: member(204),
  getNotificationChoices: member(200),
  // A superadmin is no member here: the workspace has nothing to tell them.
  updateNotificationChoices: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 403),
  streamEvents: member(200),
};
