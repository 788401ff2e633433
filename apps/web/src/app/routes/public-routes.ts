import type { RouteEntry } from './access.ts';

const open = { kind: 'open' } as const;
const strengthIcon = 'solar:shield-check-bold-duotone';

/** Screens that are open to everyone. */
export const publicRoutes: readonly RouteEntry[] = [
  {
    path: 'blog',
    requires: open,
    title: 'Blog',
    description: 'Selling and buying healthcare businesses',
    icon: 'solar:notebook-bold-duotone',
    load: () => import('#app/pages/blog.tsx'),
  },
  {
    path: 'blog/:slug',
    requires: open,
    title: 'Blog',
    description: 'Selling and buying healthcare businesses',
    icon: 'solar:notebook-bold-duotone',
    load: () => import('#features/blog/read/post-view.tsx'),
  },
  {
    path: 'generate-plan',
    requires: open,
    title: 'Generate a plan',
    description: 'Assess how ready a business is for sale',
    icon: 'solar:magic-stick-3-bold-duotone',
  },
  {
    path: 'analyze-plan',
    requires: open,
    title: 'Analyze a plan',
    description: 'Findings, score, and gaps of an existing plan',
    icon: 'solar:document-text-bold-duotone',
  },
  {
    path: 'very-weak-plan',
    requires: open,
    title: 'Very weak plan',
    description: 'A readiness score from 0 to 39',
    icon: strengthIcon,
  },
  {
    path: 'weak-plan',
    requires: open,
    title: 'Weak plan',
    description: 'A readiness score from 40 to 59',
    icon: strengthIcon,
  },
  {
    path: 'strong-plan',
    requires: open,
    title: 'Strong plan',
    description: 'A readiness score from 60 to 79',
    icon: strengthIcon,
  },
  {
    path: 'very-strong-plan',
    requires: open,
    title: 'Very strong plan',
    description: 'A readiness score from 80 to 100',
    icon: strengthIcon,
  },
  {
    path: 'subscriptions',
    requires: open,
    title: 'Subscriptions',
    description: 'Our plans for clients',
    icon: 'solar:layers-bold-duotone',
    load: () => import('#features/billing/subscriptions.tsx'),
  },
];
