import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { findEntry } from '#app/routes/pages.tsx';
import { MessagePage } from '#shared/page/message-page.tsx';

/** Shown inside the layout for unknown addresses and for screens that are not built yet. */
export default function PlaceholderPage(): ReactElement {
  const entry = findEntry(useLocation().pathname);
  const text = placeholderTexts[entry?.path ?? ''];
  return (
    <MessagePage
      icon={entry?.icon ?? 'solar:compass-bold-duotone'}
      level="h2"
      title={text === undefined ? 'Page not found' : 'Not available yet'}
    >
      <p>{text ?? 'The link may be old or mistyped.'}</p>
    </MessagePage>
  );
}

/** Descriptions of screens that are not built yet, by path. */
const placeholderTexts: Readonly<Record<string, string>> = {
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
