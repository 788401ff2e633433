/**
 * The callers. The record belongs to workspace A; the staff of A see all of it unless stated otherwise, and Ada Admin
 * wrote its notes, mails, files, and imports.
 */
export const personas = [
  'guest',
  'banned',
  /** Signed in, member of no workspace: the unknown role 0. */
  'nobody',
  /** The login of the customer itself. */
  'client',
  'clientElsewhere',
  /** The login of another customer of workspace A. */
  'otherClient',
  /** A client login of A without a customer; this customer is shared with it for viewing. */
  'advisor',
  /** The same, but only the customer's business is shared with it. */
  'buyer',
  /** An advisor whose grant has expired. */
  'formerAdvisor',
  /** A buyer whose grants were withdrawn. */
  'formerBuyer',
  'staff',
  /** Staff of a workspace whose record scope is "own", called on another broker's customer. */
  'staffOutOfScope',
  /** Staff of a workspace whose policy opens no area. */
  'staffClosed',
  'staffElsewhere',
  'admin',
  'superadmin',
] as const;

export type Persona = (typeof personas)[number];
