import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { Logo } from '#app/brand/logo.tsx';
import styles from '#app/guest/guest-layout.module.css';
import { publicIcons } from '#app/icons/public.generated.ts';
import { MessagePage } from '#shared/page/message-page.tsx';

registerIcons(publicIcons);

export default function NotFound(): ReactElement {
  return (
    <>
      <header className={styles['header']}>
        <Logo />
      </header>
      <main>
        <title>Page not found</title>
        <MessagePage icon="solar:compass-bold-duotone" level="h1" title="Page not found">
          <p>The link may be old or mistyped.</p>
          <Link to="/" className={getButtonClass('primary')}>
            Go to home page
          </Link>
        </MessagePage>
      </main>
    </>
  );
}
