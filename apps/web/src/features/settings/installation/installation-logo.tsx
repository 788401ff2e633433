import {
  removeInstallationLogo,
  setInstallationLogo,
  type InstallationSettings,
} from '@handover/contract/installation-settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { loadInstallation } from '#shared/installation/installation.ts';
import { fitLogo } from '#shared/photos/fit-logo.ts';
import { LogoField } from '../logo-field.tsx';
import { installationQuery } from './installation.queries.ts';
import styles from './installation-logo.module.css';

/** The brokerage's logo in the size of the header. */
export function InstallationLogo({ logoUrl }: Pick<InstallationSettings, 'logoUrl'>): ReactElement {
  const client = useQueryClient();
  return (
    <LogoField<{ installation: InstallationSettings }>
      preview={
        <div className={styles['frame']}>
          {logoUrl === null ? (
            'The built-in mark'
          ) : (
            <img src={logoUrl} alt="Logo of now" className={styles['logo']} />
          )}
        </div>
      }
      hasLogo={logoUrl !== null}
      hint="Wide or square, PNG, JPEG or WebP, up to 5 MB"
      shrink={fitLogo}
      upload={(file) => uploadWithProgress(setInstallationLogo, { file })}
      remove={() => send(removeInstallationLogo)}
      onChanged={({ installation }) => {
        client.setQueryData(installationQuery().queryKey, installation);
        void loadInstallation();
      }}
    />
  );
}
