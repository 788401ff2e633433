import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { buttonClass } from '@handover/ui-lite/parts/button.tsx';
import { publicIcons } from '#app/icons/public.generated.ts';
import { MessagePage } from '#shared/page/message-page.tsx';

registerIcons(publicIcons);

export default function NotFound(): ReactElement {
  return (
    <main>
      <title>Page not found</title>
      <MessagePage icon="solar:compass-bold-duotone" level="h1" title="Page not found">
        <p>The link may be old or mistyped.</p>
        <Link to="/" className={buttonClass('primary')}>
          Go to home page
        </Link>
      </MessagePage>
    </main>
  );
}
