import {
  removeWorkspaceLogo,
  setWorkspaceLogo,
  type WorkspaceSettings,
} from '@handover/contract/workspace-settings.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { LogoField } from '../logo-field.tsx';
import { workspaceQuery } from './workspace.queries.ts';

/** The workspace's logo, as the switcher shows it. */
export function WorkspaceLogo({ name, logoUrl }: Pick<WorkspaceSettings, 'name' | 'logoUrl'>): ReactElement {
  const client = useQueryClient();
  const { refresh: refreshProfile } = useSessionActions();
  return (
    <LogoField<{ workspace: WorkspaceSettings }>
      preview={<Avatar name={name} photoUrl={logoUrl} size={64} isSquare />}
      hasLogo={logoUrl !== null}
      hint="Square, PNG, JPEG or WebP, up to 5 MB"
      upload={(file) => uploadWithProgress(setWorkspaceLogo, { file })}
      remove={() => send(removeWorkspaceLogo)}
      onChanged={({ workspace }) => {
        client.setQueryData(workspaceQuery().queryKey, workspace);
        void refreshProfile();
      }}
    />
  );
}
