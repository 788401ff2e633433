import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';
import styles from './help-button.module.css';

const HelpPanel = lazy(() => import('./help-panel.tsx'));

/** The `?` key opens the help panel as well. */
export function HelpButton(): ReactElement {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  useShortcut('?', 'Open help', () => setState('open'));
  return (
    <>
      <button
        type="button"
        className={styles['help']}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <Icon name="solar:question-circle-linear" size={22} />
        <span className={styles['text']}>Need help?</span>
      </button>
      {state !== 'unused' && (
        <Suspense>
          <HelpPanel isOpen={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
