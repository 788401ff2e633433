import type { RouteEntry } from './route-entry.ts';

const open = { kind: 'open' } as const;
const strengthIcon = 'solar:shield-check-bold-duotone';

/** Screens that open for everybody. */
export const publicRoutes: readonly RouteEntry[] = [
  {
    path: 'blog',
    requires: open,
    title: 'Blog',
    description: 'On selling and buying healthcare businesses',
    icon: 'solar:notebook-bold-duotone',
    load: () => import('#app/pages/blog/blog.tsx'),
  },
  {
    path: 'blog/:slug',
    requires: open,
    title: 'Blog',
    description: 'On selling and buying healthcare businesses',
    icon: 'solar:notebook-bold-duotone',
    load: () => import('#app/pages/blog/blog-post.tsx'),
  },
  {
    path: 'generate-plan',
    requires: open,
    title: 'Generate a plan',
    description: 'How ready is the business for a sale?',
    icon: 'solar:magic-stick-3-bold-duotone',
  },
  {
    path: 'analyze-plan',
    requires: open,
    title: 'Analyze a plan',
    description: 'Findings, score and gaps of a plan you have',
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
    description: 'The plans we offer to clients',
    icon: 'solar:layers-bold-duotone',
    load: () => import('#app/pages/subscriptions.tsx'),
  },
];
