/**
 * Who calls. The record called upon belongs to workspace A; the staff of A see all of it unless told
 * otherwise, and Ada Admin is the one who wrote its notes, mails, files and imports.
 */
export const people = [
  'guest',
  'banned',
  /** Signed in, member of no workspace: the unknown role 0. */
  'nobody',
  /** The login of the very customer. */
  'client',
  'clientElsewhere',
  'staff',
  /** Staff of a workspace whose record scope is "own", called on another broker's customer. */
  'staffOutOfScope',
  /** Staff of a workspace whose policy opens no area. */
  'staffClosed',
  'staffElsewhere',
  'admin',
  'superadmin',
] as const;

export type Person = (typeof people)[number];
export type Expected = Readonly<Record<Person, number>>;

/** One status per person, in the order of `people`. */
function row(
  ...statuses: readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
): Expected {
  return Object.fromEntries(people.map((person, index) => [person, statuses[index]])) as Expected;
}

const everyone = (status: number): Expected =>
  row(status, status, status, status, status, status, status, status, status, status, status);

/** Columns: guest, banned, nobody, client, client elsewhere, staff, out of scope, closed, elsewhere, admin, superadmin. */
const list = (ok: number): Expected => row(401, 401, 403, 403, 403, ok, ok, 403, ok, ok, ok);
const staffRecord = (ok: number): Expected => row(401, 401, 403, 404, 404, ok, 404, 404, 404, ok, ok);
const clientRecord = (ok: number): Expected => row(401, 401, 403, ok, 404, ok, 404, 404, 404, ok, ok);
const adminOnly = (ok: number): Expected => row(401, 401, 403, 403, 403, 403, 403, 403, 403, ok, ok);
const adminRecord = (ok: number): Expected => row(401, 401, 403, 404, 404, 403, 403, 404, 403, ok, ok);
const session = (ok: number): Expected => row(401, 401, ok, ok, ok, ok, ok, ok, ok, ok, ok);
/** A record that is Ada Admin's own: even a superadmin has none of that id. */
const adasOwn = (ok: number): Expected => row(401, 401, 403, 404, 404, 404, 404, 404, 404, ok, 404);
const member = (ok: number): Expected => row(401, 401, 403, ok, ok, ok, ok, ok, ok, ok, ok);

/** Written from product.md section 2 and the endpoint list of section 3, not from the code. */
export const expectedByOperation: Readonly<Record<string, Expected>> = {
  getHealth: everyone(200),
  getReadiness: everyone(200),
  getOpenApi: everyone(200),
  getApiReference: everyone(200),
  getInstallation: everyone(200),

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
  revokeSession: row(401, 401, 404, 404, 404, 404, 404, 404, 404, 204, 404),
  revokeOtherSessions: session(204),

  getWorkspaceSettings: adminOnly(200),
  updateWorkspaceSettings: adminOnly(200),
  listInvitations: adminOnly(200),
  createInvitation: adminOnly(201),
  revokeInvitation: row(401, 401, 403, 404, 404, 403, 403, 403, 403, 204, 204),
  listMembers: row(401, 401, 403, 403, 403, 200, 200, 200, 200, 200, 200),

  listCustomers: list(200),
  createCustomer: list(201),
  findDuplicates: list(200),
  listTags: list(200),
  createTag: list(201),
  exportCustomers: list(201),
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
  updateNote: row(401, 401, 403, 404, 404, 403, 404, 404, 404, 200, 200),
  deleteNote: row(401, 401, 403, 404, 404, 403, 404, 404, 404, 204, 204),
  restoreNote: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404),

  listTasks: list(200),
  listCustomerTasks: clientRecord(200),
  createTask: staffRecord(201),
  updateTask: staffRecord(200),
  deleteTask: staffRecord(204),
  restoreTask: staffRecord(404),

  listActivities: clientRecord(200),
  listEmails: clientRecord(200),
  sendEmail: staffRecord(202),
  // The mail is scheduled: nothing to send again, and a cancel succeeds.
  resendEmail: staffRecord(422),
  cancelEmail: staffRecord(200),
  openEmailHtml: clientRecord(201),
  getInboundAddress: adminOnly(201),
  receiveEmail: everyone(404),

  uploadFile: list(201),
  // Ada's own upload, attached to nothing yet.
  openFile: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 201, 404),
  redeemTicket: everyone(410),

  createImport: list(201),
  listImports: list(200),
  getImport: staffRecord(200),
  previewImport: staffRecord(200),
  startImport: staffRecord(202),
  cancelImport: staffRecord(200),
  listImportRejections: staffRecord(200),
  downloadImportRejections: staffRecord(201),

  listNotifications: member(200),
  readNotification: adasOwn(204),
  readAllNotifications: member(204),
  streamEvents: member(200),
};
