import { lazy, type ComponentType } from 'react';

export interface Section {
  /** The last segment of its path. */
  key: string;
  title: string;
  text: string;
  icon: string;
  Screen: ComponentType;
  isForSuperadmin?: boolean;
}

const AuditLog = lazy(() => import('./audit/audit-log.tsx'));

export const sections: readonly Section[] = [
  {
    key: 'workspace',
    title: 'Workspace',
    text: 'Name, time zone, announcement',
    icon: 'solar:buildings-2-linear',
    Screen: lazy(() => import('./workspace/workspace-screen.tsx')),
  },
  {
    key: 'policies',
    title: 'Policies',
    text: 'Staff access, two-step sign-in',
    icon: 'solar:lock-keyhole-linear',
    Screen: lazy(() => import('./policies/policies-screen.tsx')),
  },
  {
    key: 'people',
    title: 'Members',
    text: 'Roles, deactivation, and invitations',
    icon: 'solar:users-group-rounded-linear',
    Screen: lazy(() => import('./people/people-screen.tsx')),
  },
  {
    key: 'pipeline',
    title: 'Pipeline',
    text: 'Stage names and time limits',
    icon: 'solar:hourglass-linear',
    Screen: lazy(() => import('./pipeline/pipeline-screen.tsx')),
  },
  {
    key: 'valuation',
    title: 'Valuation',
    text: 'Multiples, market survey, financing rules',
    icon: 'solar:calculator-linear',
    Screen: lazy(() => import('./valuation/valuation-screen.tsx')),
  },
  {
    key: 'state-rules',
    title: 'State rules',
    text: 'Broker’s license and certificate of need by state',
    icon: 'solar:city-linear',
    Screen: lazy(() => import('./state-rules/state-rules-screen.tsx')),
  },
  {
    key: 'closing-checklists',
    title: 'Closing checklists',
    text: 'Approvals and consents by business type',
    icon: 'solar:checklist-minimalistic-linear',
    Screen: lazy(() => import('./closing-checklists/closing-checklists-screen.tsx')),
  },
  {
    key: 'commission',
    title: 'Commission',
    text: 'Fee tables, closing probability by stage',
    icon: 'solar:wallet-money-linear',
    Screen: lazy(() => import('./commission/commission-screen.tsx')),
  },
  {
    key: 'agreements',
    title: 'NDA templates',
    text: 'Agreements that buyers sign',
    icon: 'solar:document-text-linear',
    Screen: lazy(() => import('./agreements/agreement-templates-screen.tsx')),
  },
  {
    key: 'mail',
    title: 'Email',
    text: 'Sender, mail server, incoming email',
    icon: 'solar:letter-linear',
    Screen: lazy(() => import('./mail/mail-screen.tsx')),
  },
  {
    key: 'catalogs',
    title: 'Tags, sources, fields',
    text: 'How customers are labeled and described',
    icon: 'solar:tag-linear',
    Screen: lazy(() => import('./catalogs/catalogs-screen.tsx')),
  },
  {
    key: 'retention',
    title: 'Retention',
    text: 'Deleted files, legal holds',
    icon: 'solar:archive-linear',
    Screen: lazy(() => import('./retention/retention-screen.tsx')),
  },
  {
    key: 'api-keys',
    title: 'API keys',
    text: 'Access for your own software',
    icon: 'solar:key-linear',
    Screen: lazy(() => import('./api-keys/api-keys-screen.tsx')),
  },
  {
    key: 'webhooks',
    title: 'Webhooks',
    text: 'Events for other systems',
    icon: 'solar:transmission-linear',
    Screen: lazy(() => import('./webhooks/webhooks-screen.tsx')),
  },
  {
    key: 'audit',
    title: 'Audit log',
    text: 'Tamper-evident change log',
    icon: 'solar:shield-check-linear',
    Screen: () => <AuditLog scope="workspace" />,
  },
  {
    key: 'subscription-catalog',
    title: 'Subscription catalog',
    text: 'Plans for clients, with their prices',
    icon: 'solar:layers-linear',
    Screen: lazy(() => import('./client-plans/client-plans-screen.tsx')),
    isForSuperadmin: true,
  },
  {
    key: 'installation',
    title: 'Installation',
    text: 'Brokerage, superadmins, backups',
    icon: 'solar:shop-2-linear',
    Screen: lazy(() => import('./installation/installation-screen.tsx')),
    isForSuperadmin: true,
  },
  {
    key: 'workspaces',
    title: 'Workspaces',
    text: 'Offices, their plans and limits',
    icon: 'solar:city-linear',
    Screen: lazy(() => import('./workspaces/workspaces-screen.tsx')),
    isForSuperadmin: true,
  },
  {
    key: 'installation-audit',
    title: 'Installation audit log',
    text: 'Accounts, workspaces, backups',
    icon: 'solar:shield-up-linear',
    Screen: () => <AuditLog scope="installation" />,
    isForSuperadmin: true,
  },
];
