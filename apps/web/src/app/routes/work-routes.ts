import type { RouteEntry } from './route-entry.ts';

const prompt = { kind: 'prompt' } as const;
const client = { kind: 'level', level: 'CLIENT' } as const;

/** Screens whose content belongs to somebody, with the levels of the specification. */
export const workRoutes: readonly RouteEntry[] = [
  {
    path: 'admin/dashboard',
    requires: { kind: 'level', level: 'ADMIN', area: 'dashboard' },
    title: 'Dashboard',
    description: 'What needs you today',
    icon: 'solar:home-angle-bold-duotone',
  },
  {
    path: 'admin/users',
    requires: { kind: 'level', level: 'ADMIN', area: 'users' },
    title: 'Users Management',
    description: 'Owners, buyers and everyone you work for',
    icon: 'solar:users-group-rounded-bold-duotone',
    load: () => import('../pages/users-list.tsx'),
  },
  {
    path: 'admin/users/view/:id',
    requires: { kind: 'level', level: 'ADMIN', area: 'users' },
    title: 'Customer',
    description: 'Everything about one customer',
    icon: 'solar:user-id-bold-duotone',
    load: () => import('../pages/users-view.tsx'),
  },
  {
    path: 'admin/users/create',
    requires: { kind: 'level', level: 'ADMIN', area: 'users' },
    title: 'New customer',
    description: 'Add an owner, a buyer or an organisation',
    icon: 'solar:user-plus-rounded-bold-duotone',
    load: () => import('../pages/users-create.tsx'),
  },
  {
    path: 'admin/tasks',
    requires: { kind: 'level', level: 'ADMIN', area: 'tasks' },
    title: 'Tasks',
    description: 'What is to be done, by whom and when',
    icon: 'solar:check-square-bold-duotone',
  },
  {
    path: 'admin/documents',
    requires: { kind: 'level', level: 'ADMIN', area: 'documents' },
    title: 'Documents',
    description: 'Files and data rooms',
    icon: 'solar:folder-2-bold-duotone',
  },
  {
    path: 'admin/business-center',
    requires: { kind: 'level', level: 'ADMIN', area: 'business-center' },
    title: 'Business Center',
    description: 'Businesses for sale, deals and buyers',
    icon: 'solar:buildings-bold-duotone',
  },
  {
    path: 'admin/settings',
    requires: { kind: 'level', level: 'ADMIN' },
    title: 'Settings',
    description: 'The workspace and its people',
    icon: 'solar:settings-minimalistic-bold-duotone',
  },
  {
    path: 'user/dashboard',
    requires: client,
    title: 'Dashboard',
    description: 'Where your sale or purchase stands',
    icon: 'solar:home-angle-bold-duotone',
  },
  {
    path: 'user/deals',
    requires: client,
    title: 'Deals',
    description: 'The deals you take part in',
    icon: 'solar:tag-horizontal-bold-duotone',
  },
  {
    path: 'test-user-dashboard',
    requires: { kind: 'session' },
    title: 'Client dashboard preview',
    description: 'What a client sees, on sample data',
    icon: 'solar:eye-bold-duotone',
  },
  {
    path: 'account',
    requires: { kind: 'session' },
    title: 'Your account',
    description: 'Profile, password and devices',
    icon: 'solar:user-circle-bold-duotone',
    load: () => import('../account/account-page.tsx'),
  },
  {
    path: 'user',
    requires: prompt,
    title: 'Directory',
    description: 'The people of the workspace',
    icon: 'solar:users-group-two-rounded-bold-duotone',
  },
  {
    path: 'copilot-plan',
    requires: prompt,
    title: 'Plan copilot',
    description: 'Work through a plan, section by section',
    icon: 'solar:chat-round-line-bold-duotone',
  },
  {
    path: 'payment-management',
    requires: prompt,
    title: 'Payments',
    description: 'Invoices and what was paid',
    icon: 'solar:card-bold-duotone',
  },
  {
    path: 'corporate-view/:id',
    requires: prompt,
    title: 'Corporate view',
    description: 'A corporate customer at a glance',
    icon: 'solar:buildings-bold-duotone',
  },
];
