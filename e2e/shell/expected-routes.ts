export const visitors = [
  'guest',
  'unknown role',
  'client',
  'staff without policy',
  'staff',
  'admin',
  'superadmin',
] as const;
export type Visitor = (typeof visitors)[number];

/** The result for a visitor at a URL: its page, a replacement, or the page they are redirected to. */
export type Answer =
  | 'page'
  | 'prompt'
  | 'nothing here'
  /**
   * The message about missing access, shown instead of the page, because the route has no guard that would redirect.
   */
  | 'closed'
  | '/sign-in'
  | '/user/dashboard'
  | '/admin/dashboard'
  /** Shown at admin/dashboard, which would redirect to itself. */
  | 'no access';

type Answers = readonly [Answer, Answer, Answer, Answer, Answer, Answer, Answer];

export interface ExpectedRoute {
  /** The path as in the specification, with `:id` for `{id}`. */
  readonly path: string;
  /** A sample URL; `{…}` is replaced with a record of the workspace. */
  readonly address: string;
  readonly answers: Answers;
  readonly title: string;
  /** Null outside the layout, which has no breadcrumb title. */
  readonly breadcrumb: { readonly description: string; readonly icon: string } | null;
  /** The record whose name is in the header in place of the title. */
  readonly record?: 'customer' | 'business' | 'post';
}

// In the order of `visitors`. From sections 2, 4, and 6 with decisions 1, 2, 6, 7, and 8.
const byPolicy: Answers = ['/sign-in', 'no access', '/user/dashboard', 'no access', 'page', 'page', 'page'];
const adminsUp: Answers = [
  '/sign-in',
  'no access',
  '/user/dashboard',
  'no access',
  '/admin/dashboard',
  'page',
  'page',
];
const staffUp: Answers = ['/sign-in', 'no access', '/user/dashboard', 'page', 'page', 'page', 'page'];
const clientsUp: Answers = ['/sign-in', 'no access', 'page', 'page', 'page', 'page', 'page'];
const signedIn: Answers = ['/sign-in', 'page', 'page', 'page', 'page', 'page', 'page'];
const prompted: Answers = ['prompt', 'page', 'page', 'page', 'page', 'page', 'page'];
/** Asks guests to sign in, and is closed to everyone below staff. */
const promptedStaff: Answers = ['prompt', 'closed', 'closed', 'page', 'page', 'page', 'page'];
const opened: Answers = ['page', 'page', 'page', 'page', 'page', 'page', 'page'];
const placeholder: Answers = [
  '/sign-in',
  'nothing here',
  'nothing here',
  'nothing here',
  'nothing here',
  'nothing here',
  'nothing here',
];
const guestsOnly: Answers = [
  'page',
  'no access',
  '/user/dashboard',
  'no access',
  '/admin/dashboard',
  '/admin/dashboard',
  '/admin/dashboard',
];
const home: Answers = [
  '/sign-in',
  'no access',
  '/user/dashboard',
  'no access',
  '/admin/dashboard',
  '/admin/dashboard',
  '/admin/dashboard',
];

/** Section 2 of the specification inside the layout, then the pages of records and lists that belong to its screens. */
export const expectedInLayout: readonly ExpectedRoute[] = [
  inLayout('admin/dashboard', byPolicy, 'Dashboard', 'Needs your attention', 'home-angle'),
  inLayout(
    'admin/users',
    byPolicy,
    'Users Management',
    'Owners, buyers, and other customers',
    'users-group-rounded',
  ),
  {
    ...inLayout('admin/users/view/:id', byPolicy, 'Customer', '', 'user-id'),
    address: '/admin/users/view/{customer}',
    record: 'customer',
  },
  inLayout(
    'admin/users/create',
    byPolicy,
    'New customer',
    'Add an owner, buyer, or organization',
    'user-plus-rounded',
  ),
  inLayout('admin/tasks', byPolicy, 'Tasks', 'Your team’s tasks', 'check-square'),
  inLayout('admin/documents', byPolicy, 'Documents', 'Files and data rooms', 'folder-2'),
  {
    ...inLayout('admin/documents/:id', byPolicy, 'File', 'Preview, versions, and records', 'document-text'),
    address: '/admin/documents/{customer}',
  },
  inLayout(
    'admin/business-center',
    byPolicy,
    'Business Center',
    'Businesses for sale, deals, and buyers',
    'buildings',
  ),
  inLayout(
    'admin/settings',
    adminsUp,
    'Settings',
    'Workspace, members, and policies',
    'settings-minimalistic',
  ),
  inLayout('user/dashboard', clientsUp, 'Dashboard', 'Status of your sale or purchase', 'home-angle'),
  inLayout('user/deals', clientsUp, 'Deals', 'Your deals', 'tag-horizontal'),
  inLayout(
    'test-user-dashboard',
    signedIn,
    'Client dashboard preview',
    'What clients see, with sample data',
    'eye',
  ),
  inLayout('user', promptedStaff, 'Directory', 'People in this workspace', 'users-group-two-rounded'),
  inLayout('blog', opened, 'Blog', 'Selling and buying healthcare businesses', 'notebook'),
  inLayout(
    'generate-plan',
    opened,
    'Generate a plan',
    'Assess how ready a business is for sale',
    'magic-stick-3',
  ),
  inLayout(
    'analyze-plan',
    opened,
    'Analyze a plan',
    'Findings, score, and gaps of an existing plan',
    'document-text',
  ),
  inLayout(
    'copilot-plan',
    prompted,
    'Plan copilot',
    'Work through a plan, section by section',
    'chat-round-line',
  ),
  inLayout('very-weak-plan', opened, 'Very weak plan', 'A readiness score from 0 to 39', 'shield-check'),
  inLayout('weak-plan', opened, 'Weak plan', 'A readiness score from 40 to 59', 'shield-check'),
  inLayout('strong-plan', opened, 'Strong plan', 'A readiness score from 60 to 79', 'shield-check'),
  inLayout(
    'very-strong-plan',
    opened,
    'Very strong plan',
    'A readiness score from 80 to 100',
    'shield-check',
  ),
  inLayout('payment-management', prompted, 'Payments', 'Invoices and payments', 'card'),
  inLayout('subscriptions', opened, 'Subscriptions', 'Our plans for clients', 'layers'),
  {
    ...inLayout('corporate-view/:id', prompted, 'Corporate view', 'Corporate customer overview', 'buildings'),
    address: '/corporate-view/{customer}',
  },
  ...['admin', 'user'].map((area) => ({
    ...inLayout(`${area}/*`, placeholder, 'Page not found', 'The link may be old or mistyped', 'compass'),
    address: `/${area}/nothing/here`,
  })),
  inLayout(
    'account',
    signedIn,
    'Your account',
    'Profile, sign-in, signature, and notifications',
    'user-circle',
  ),
  inLayout('admin/users/triage', byPolicy, 'Unknown senders', 'Email not assigned to a customer', 'inbox-in'),
  inLayout('admin/users/templates', byPolicy, 'Email templates', 'Reusable emails', 'document-text'),
  inLayout(
    'admin/users/duplicates',
    byPolicy,
    'Possible duplicates',
    'Review and merge',
    'users-group-two-rounded',
  ),
  {
    ...inLayout(
      'admin/users/duplicates/:id/:otherId',
      adminsUp,
      'Merge customers',
      'Combine two records',
      'users-group-two-rounded',
    ),
    address: '/admin/users/duplicates/{customer}/{other customer}',
  },
  {
    ...inLayout('admin/users/merges/:id', byPolicy, 'Merge', 'Merge details', 'users-group-two-rounded'),
    address: '/admin/users/merges/{customer}',
  },
  {
    ...inLayout('admin/business-center/businesses/:id', byPolicy, 'Business', '', 'buildings'),
    address: '/admin/business-center/businesses/{business}',
    record: 'business',
  },
  inLayout(
    'admin/business-center/deals',
    byPolicy,
    'Deals',
    'Buyers and businesses, from inquiry to closing',
    'case-round',
  ),
  {
    ...inLayout(
      'admin/business-center/deals/:id',
      byPolicy,
      'Deal',
      'Deal details and history',
      'case-round',
    ),
    address: '/admin/business-center/deals/{customer}',
  },
  inLayout(
    'admin/business-center/ndas',
    byPolicy,
    'NDAs',
    'Sent for signature, signed, and expiring',
    'shield-check',
  ),
  {
    ...inLayout('admin/business-center/ndas/:id', byPolicy, 'NDA', 'Text and signature', 'shield-check'),
    address: '/admin/business-center/ndas/{customer}',
  },
  inLayout(
    'admin/business-center/commission',
    byPolicy,
    'Commission',
    'Expected, due, and paid out',
    'wallet-money',
  ),
  inLayout(
    'admin/business-center/reports',
    byPolicy,
    'Reports',
    'Forecast, time in stage, sources, brokers, and losses',
    'chart-2',
  ),
  inLayout(
    'admin/business-center/contacts',
    byPolicy,
    'Contacts',
    'Accountants, attorneys, and other business contacts',
    'users-group-two-rounded',
  ),
  {
    ...inLayout(
      'admin/business-center/contacts/:id',
      byPolicy,
      'Contact',
      'Contact details',
      'users-group-two-rounded',
    ),
    address: '/admin/business-center/contacts/{customer}',
  },
  inLayout(
    'admin/business-center/buyers',
    byPolicy,
    'Buyers',
    'Buyer searches and proof of funds',
    'hand-money',
  ),
  {
    ...inLayout(
      'admin/business-center/buyers/:id',
      byPolicy,
      'Buyer',
      'Searches, funds, and history',
      'hand-money',
    ),
    address: '/admin/business-center/buyers/{customer}',
  },
  inLayout(
    'admin/business-center/buyers/inquiries',
    byPolicy,
    'Inquiries',
    'Registrations and inquiries from listing portals',
    'hand-money',
  ),
  {
    ...inLayout(
      'admin/settings/:section',
      adminsUp,
      'Members',
      'Roles, deactivation, and invitations',
      'settings-minimalistic',
    ),
    address: '/admin/settings/people',
  },
  {
    ...inLayout('blog/:slug', opened, 'Blog', '', 'notebook'),
    address: '/blog/{post}',
    record: 'post',
  },
  inLayout(
    'blog/write',
    staffUp,
    'New post',
    'A draft, until an administrator publishes it',
    'pen-new-square',
  ),
  {
    ...inLayout('blog/:slug/edit', staffUp, 'Edit post', 'Text, cover, and publishing', 'pen-new-square'),
    address: '/blog/no-such-post/edit',
  },
];

/** The result for a visitor at a route. */
export function getAnswer(visitor: Visitor, { answers }: ExpectedRoute): Answer {
  const answer = answers[visitors.indexOf(visitor)];
  if (answer === undefined) throw new Error(`No answer to ${visitor}`);
  return answer;
}

/** Outside the layout: guest pages, links in emails, the root path, and every other path. */
export const expectedOutside: readonly ExpectedRoute[] = [
  outsideLayout('', home, ''),
  outsideLayout('sign-in', guestsOnly, 'Sign in'),
  outsideLayout('forgot-password', guestsOnly, 'Forgot your password?'),
  outsideLayout('first-admin', guestsOnly, 'This link does not work'),
  outsideLayout('reset-password', opened, 'This link does not work'),
  outsideLayout('accept-invite', opened, 'This link does not work'),
  outsideLayout('confirm-email', opened, 'This link does not work'),
  outsideLayout('register-buyer', opened, 'Register as a buyer'),
  outsideLayout('confirm-registration', opened, 'This link does not work'),
  outsideLayout('sign', opened, 'This link does not work'),
  outsideLayout('approve', opened, 'This link does not work'),
  outsideLayout('shared', opened, 'This link does not work'),
  outsideLayout('teaser', opened, 'This link does not work'),
  outsideLayout('404', opened, 'Page not found'),
  { ...outsideLayout('*', opened, 'Page not found'), address: '/nowhere/at/all' },
];

function inLayout(
  path: string,
  answers: Answers,
  title: string,
  description: string,
  icon: string,
): ExpectedRoute {
  return {
    path,
    address: `/${path}`,
    answers,
    title,
    breadcrumb: { description, icon: `solar:${icon}-bold-duotone` },
  };
}

function outsideLayout(path: string, answers: Answers, title: string): ExpectedRoute {
  return { path, address: `/${path}`, answers, title, breadcrumb: null };
}
