import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { entryAt } from '#app/routes/pages.tsx';
import { MessagePage } from './message-page.tsx';
import { placeholderTexts } from './placeholder-texts.ts';

/** Stands where a screen has no content: says what the page is for, and that there is nothing on it. */
export default function PlaceholderPage(): ReactElement {
  const entry = entryAt(useLocation().pathname);
  return (
    <MessagePage icon={entry?.icon ?? 'solar:compass-bold-duotone'} level="h2" title="Nothing here yet">
      <p>{placeholderTexts[entry?.path ?? ''] ?? 'There is no page at this address.'}</p>
    </MessagePage>
  );
}
