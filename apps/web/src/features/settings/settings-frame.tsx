import { Suspense, type ReactElement } from 'react';
import { Link, useParams } from 'react-router';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { usePageHeading } from '#shared/page/page-heading.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { sections } from './sections.tsx';
import { settingsIcons } from './settings.generated.ts';
import styles from './settings-frame.module.css';

registerIcons(settingsIcons);

const root = '/admin/settings';

/** On a phone, the list of sections and each section are separate pages. */
export default function SettingsFrame(): ReactElement {
  const { section: key } = useParams();
  const { role } = useUser();
  const open = sections.filter(({ isForSuperadmin = false }) => role === 'SUPERADMIN' || !isForSuperadmin);
  const section = key === undefined ? open[0] : open.find((one) => one.key === key);
  const named = key === undefined ? undefined : section;
  usePageHeading({ title: named?.title, description: named?.text });
  return (
    <div className={classNames(styles['frame'], key === undefined ? styles['atList'] : styles['atSection'])}>
      <nav aria-label="Settings" className={styles['list']}>
        <ul>
          {open.map(({ key: path, title, text, icon }) => (
            <li key={path}>
              <Link
                to={`${root}/${path}`}
                className={classNames(styles['item'], path === section?.key && styles['current'])}
                aria-current={path === section?.key ? 'page' : undefined}
              >
                <Icon name={icon} size={22} />
                <span className={styles['words']}>
                  <span className={styles['title']}>{title}</span>
                  <span className={styles['text']}>{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['content']}>
        <Link to={root} className={styles['back']}>
          <Icon name="solar:alt-arrow-left-linear" size={18} />
          All settings
        </Link>
        {section === undefined ? (
          <EmptyState
            icon="solar:settings-minimalistic-bold-duotone"
            title="Section not found"
            text="It does not exist or is not available to your role. Choose another section."
          />
        ) : (
          <Suspense fallback={<Spinner isPage />}>
            <section.Screen key={section.key} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
