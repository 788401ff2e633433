import type { BodyInput } from '@handover/contract/endpoint.ts';
import {
  updateWorkspaceSettings,
  workspaceSettings,
  type WorkspaceSettings,
} from '@handover/contract/workspace-settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { useVersionedSave, type VersionedSave } from '../save/use-versioned-save.ts';
import { workspaceQuery } from './workspace.queries.ts';

export type WorkspaceChange = Omit<BodyInput<typeof updateWorkspaceSettings>, 'version'>;

interface SaveOptions {
  /** The version that the form shows. */
  version: number;
  done: string;
  /** Told of what is saved now, so that the form gives up what was typed. */
  onRecord: (workspace: WorkspaceSettings) => void;
  onError: (error: Error) => void;
}

/** Saves settings of the workspace; header and menu follow. */
export function useSaveWorkspace({
  onRecord,
  ...options
}: SaveOptions): VersionedSave<WorkspaceSettings, WorkspaceChange> {
  const client = useQueryClient();
  const { refresh: refreshProfile } = useSessionActions();
  return useVersionedSave({
    ...options,
    record: workspaceSettings,
    write: async (change: WorkspaceChange, version) =>
      (await send(updateWorkspaceSettings, { body: { ...change, version } })).workspace,
    onRecord: (workspace) => {
      client.setQueryData(workspaceQuery().queryKey, workspace);
      onRecord(workspace);
      void refreshProfile();
    },
  });
}
