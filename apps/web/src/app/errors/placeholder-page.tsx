import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { entryAt } from '#app/routes/pages.tsx';
import { MessagePage } from '#shared/page/message-page.tsx';

/** Shown for screens without content. */
export default function PlaceholderPage(): ReactElement {
  const entry = entryAt(useLocation().pathname);
  return (
    <MessagePage icon={entry?.icon ?? 'solar:compass-bold-duotone'} level="h2" title="Nothing here yet">
      <p>{placeholderTexts[entry?.path ?? ''] ?? 'The link may be old or mistyped.'}</p>
    </MessagePage>
  );
}

/** The purpose of each screen without content, by path. */
const placeholderTexts: Readonly<Record<string, string>> = {
  'admin/users': 'Your customers will appear here.',
  'admin/users/view/:id': 'The customer record will appear here.',
  'admin/users/create': 'You will be able to add customers here.',
  'admin/documents': 'Documents and data rooms will appear here.',
  'admin/business-center': 'Businesses for sale, deals, and buyers will appear here.',
  'admin/settings': 'Workspace settings will appear here.',
  'user/deals': 'Your deals will appear here.',
  'generate-plan': 'You will be able to create a sale-readiness plan here.',
  'analyze-plan': 'You will be able to analyze an existing plan here.',
  'copilot-plan': 'You will be able to work through a plan here, section by section.',
  'very-weak-plan': 'Guidance for plans that score from 0 to 39 will appear here.',
  'weak-plan': 'Guidance for plans that score from 40 to 59 will appear here.',
  'strong-plan': 'Guidance for plans that score from 60 to 79 will appear here.',
  'very-strong-plan': 'Guidance for plans that score from 80 to 100 will appear here.',
  'payment-management': 'Your invoices and payments will appear here.',
  'corporate-view/:id':
    'Members, businesses, deals, and spending of the corporate customer will appear here.',
};
